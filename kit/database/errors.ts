/** What an error of the database or of its driver says. */

/** Whether an error says that the connection, not the statement, has failed. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, severity } = partsOf(error)
  return typeof code === 'string' && (CONNECTION_LOSS.has(code) || (SERVER_ENDS.test(code) && severity !== 'ERROR'))
}

/** Whether a connection that was there was lost: another one may be had at once. */
export function isCutOff(error: unknown): boolean {
  const { code, severity } = partsOf(error)
  return isSocketLoss(error) || (code === '57P01' && severity !== 'ERROR')
}

/** Whether the driver says that the socket is gone. */
export function isSocketLoss(error: unknown): boolean {
  return SOCKET_LOSS.has(String(partsOf(error).code))
}

const SOCKET_LOSS = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE'])

/** Whether the database has refused a statement: it goes on, and nothing of the statement was stored. */
export function isStatementRefused(error: unknown): boolean {
  return partsOf(error).severity === 'ERROR'
}

/** A deadlock or a serialization failure: nothing was written, the same work may run once more. */
export function isLostRace(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40P01' || code === '40001'
}

/** A lock timeout or a statement timeout; the transaction is rolled back. */
export function isTimeout(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '57014' || code === '55P03'
}

/**
 * One machine of several cannot be reached: what stands there waits, the rest goes on. The coordinator tells of it as of
 * any statement that fails, and has no code for a connection that breaks while a statement or a commit is on its way:
 * whether that was stored is not known then.
 */
export function isMachineLost(error: unknown): boolean {
  const { code, severity, message } = partsOf(error)
  if (typeof code !== 'string') return false
  if (code === 'XX000') return MACHINE_LOST.test(String(message))
  if (code === '58030') return COPY_LOST.test(String(message))
  return /^08/.test(code) || (SERVER_ENDS.test(code) && severity === 'ERROR')
}

/** The beginnings of what libpq and Citus say. */
const MACHINE_LOST =
  /^(?:server closed the connection|could not (?:receive data from|send data to) server|connection not open|SSL |failure on connection marked as essential|could not commit transaction for shard )/

/** Rows that the coordinator makes are copied to their machine; other errors of this code are those of a disk. */
const COPY_LOST = /^failed to (?:COPY to shard \d+|complete COPY) on /

/** It is shut down, has crashed, or is starting. */
const SERVER_ENDS = /^57P0[123]$/

function partsOf(error: unknown): { code?: unknown; severity?: unknown; message?: unknown } {
  return error ?? {}
}

export function isDiskFull(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '53100'
}

/** PostgreSQL could not make a value of what it was given, or its result is out of range for its type. */
export function isDataError(error: unknown): boolean {
  return DATA_ERROR.test(String((error as { code?: unknown } | null)?.code))
}

const DATA_ERROR = /^22[0-9A-Z]{3}$/

const CONNECTION_LOSS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
])

/**
 * The text and the field of a refusal by a limit that the database keeps: our triggers raise it as a check violation of
 * the constraint `limit`, in words for the caller.
 */
export function limitReached(error: unknown): { text: string; field: string } | undefined {
  const { code, constraint_name, message, column_name } = (error ?? {}) as Record<string, unknown>
  if (code !== '23514' || constraint_name !== 'limit') return undefined
  return { text: String(message), field: String(column_name) }
}

/** Whether an error is PostgreSQL's refusal by the named constraint (or by any unique constraint). */
export function violates(error: unknown, constraint?: string): boolean {
  const { code, constraint_name } = (error ?? {}) as { code?: string; constraint_name?: string }
  // Tables of one machine in a cluster carry a number, and so do their constraints.
  return constraint ? constraint_name?.replace(/_\d{6,}$/, '') === constraint : code === '23505'
}
