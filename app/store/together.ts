import { offerUndo } from './undo.ts'

/** By which calls that belong together are found in the log, and undone together. */
export function newRequestId(): string {
  // Browsers give random UUIDs on https and localhost only.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
}

/**
 * One call for each, one after the other: the first refusal ends it, and what was done until then can be undone.
 *
 * @example await sendEach(leads, 'leads', requestId, lead => call(`DELETE /v1/leads/${lead.id}`, { requestId }))
 */
export async function sendEach<T>(
  records: readonly T[],
  noun: string,
  requestId: string,
  send: (record: T) => Promise<unknown>,
): Promise<void> {
  for (const [done, record] of records.entries()) {
    try {
      await send(record)
    } catch (error) {
      if (done > 0) offerUndo(`Done for ${done} of ${records.length} ${noun}`, requestId)
      throw error
    }
  }
}
