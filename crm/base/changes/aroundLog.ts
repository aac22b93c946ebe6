import { type Answered, answer } from '@portico/kit/api/answer'
import type { Crm } from '../api/context.ts'
import { cursorRefused } from '../lists/cursor.ts'
import { type AroundEntry, selectAround } from './aroundLogStore.ts'

/** A page of such entries, newest first; `entity` is the name they were logged under (`dealFollower`). */
export async function aroundLogPage<T>(
  crm: Crm,
  entity: string,
  id: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
  show: (entry: AroundEntry) => T,
): Promise<Answered<T[]>> {
  return logPage(await selectAround(crm, entity, id, { before: readLogPlace(cursor), limit: limit + 1 }), limit, show)
}

/** A page out of the log; callers fetch one entry more than the limit. */
export function logPage<Entry extends { seq: number }, T>(
  rows: readonly Entry[],
  limit: number,
  show: (entry: Entry) => T,
): Answered<T[]> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = rows.length > limit && last ? Buffer.from(String(last.seq)).toString('base64url') : null
  return answer(page.map(show), { beside: { additional_data: { next_cursor } } })
}

/** The place in the log that a page goes on before. */
export function readLogPlace(cursor: string | undefined): number | undefined {
  if (!cursor) return undefined
  const seq = Number(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Number.isSafeInteger(seq) || seq < 1) throw cursorRefused()
  return seq
}
