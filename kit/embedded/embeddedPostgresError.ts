export type EmbeddedPostgresProblem =
  | 'no-binaries'
  | 'no-user'
  | 'wrong-version'
  | 'foreign-directory'
  | 'not-a-directory'
  | 'no-permission'
  | 'read-only'
  | 'full'
  | 'start-failed'

/** What the person who started the server should read; `message` is one line. */
export interface EmbeddedPostgresError extends Error {
  name: 'EmbeddedPostgresError'
  code: EmbeddedPostgresProblem
}

export function embeddedPostgresError(
  code: EmbeddedPostgresProblem,
  message: string,
  cause?: unknown,
): EmbeddedPostgresError {
  const name = 'EmbeddedPostgresError' as const
  const lines = message.split('\n').map(line => line.trim())
  return Object.assign(new Error(lines.filter(Boolean).join(' '), { cause }), { name, code })
}

export function isEmbeddedPostgresError(error: unknown): error is EmbeddedPostgresError {
  return error instanceof Error && error.name === 'EmbeddedPostgresError'
}

const DISK_PROBLEMS: Record<string, [EmbeddedPostgresProblem, string]> = {
  ENOSPC: ['full', 'the disk is full'],
  EDQUOT: ['full', 'the disk quota is used up'],
  EROFS: ['read-only', 'the file system is read-only'],
  EACCES: ['no-permission', 'permission denied'],
  EPERM: ['no-permission', 'operation not permitted'],
  ENOTDIR: ['not-a-directory', 'it is not a directory'],
  EEXIST: ['not-a-directory', 'it is not a directory'],
}

/** A failed file operation in the data directory, told as one line; any other error comes back unchanged. */
export function diskProblem(error: unknown, directory: string): unknown {
  const [problem, reason] = DISK_PROBLEMS[errorCode(error) ?? ''] ?? []
  if (!problem) return error
  return embeddedPostgresError(problem, `The database directory ${directory} cannot be used: ${reason}`, error)
}

/** The same for what PostgreSQL's own programs print; undefined when the text is about something else. */
export function printedDiskProblem(text: string, directory: string): EmbeddedPostgresError | undefined {
  const found = PRINTED.find(([pattern]) => pattern.test(text))
  if (!found) return undefined
  const [, problem, reason] = found
  return embeddedPostgresError(problem, `The database directory ${directory} cannot be used: ${reason}`, text)
}

const PRINTED: [RegExp, EmbeddedPostgresProblem, string][] = [
  [/No space left on device/, 'full', 'the disk is full'],
  [/Disk quota exceeded/, 'full', 'the disk quota is used up'],
  [/Read-only file system/, 'read-only', 'the file system is read-only'],
]

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
