import { type FieldProblem, isFailure } from '../api/failure.ts'
import { parseForm, readText } from './request.ts'

/** The fields of a form; the first value where a name repeats. */
export type Values = Record<string, string>

const MOST_BYTES = 100_000

export async function readForm(request: Request): Promise<Values> {
  const fields = new Map<string, string>()
  for (const [name, value] of parseForm(await readText(request, MOST_BYTES)))
    if (!fields.has(name)) fields.set(name, value)
  return Object.fromEntries(fields)
}

/** What is wrong with a form, to be shown beside it. */
export interface Problem {
  message: string
  field: string | undefined
  status: number
  /** Everything that is wrong, the first included, when it is more than one thing. */
  all?: readonly FieldProblem[]
}

/** Runs what a form asks for; a refusal comes back as a problem, a fault of ours is thrown on. */
export async function attempt(work: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!isFailure(error) || error.status >= 500) throw error
    const { field, fieldProblems } = error.details
    return { message: error.message, field, status: error.status, ...(fieldProblems && { all: fieldProblems }) }
  }
}

export function redirect(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { location, ...headers } })
}
