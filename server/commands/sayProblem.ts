import { isFailure } from '@portico/kit/api/failure'
import { isConnectionLoss } from '@portico/kit/database/errors'
import { isEmbeddedPostgresError } from '@portico/kit/embedded/embeddedPostgresError'
import { isProblem } from '../config/problem.ts'

/** Prints what went wrong: one line for what the operator can put right, the whole error for an internal one. */
export function sayProblem(error: unknown): void {
  for (const line of linesOf(error)) console.error(`portico: ${line}`)
}

function linesOf(error: unknown): string[] {
  if (isProblem(error)) return error.message.split('\n')
  if (isFailure(error) || isEmbeddedPostgresError(error)) return [error.message]
  // A missing file has the same code as a missing socket.
  if (isConnectionLoss(error) && !(error instanceof Error && 'path' in error))
    return [`The connection to the database was lost: ${messageOf(error)}`]
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
