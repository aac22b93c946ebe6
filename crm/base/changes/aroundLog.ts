import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../api/context.ts'
import { type AroundEntry, selectAround } from './aroundLogStore.ts'

/** A page of such entries, newest first; `entity` is the name they were logged under (`dealFollower`). */
export async function aroundLogPage<T>(
  crm: Crm,
  entity: string,
  id: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
  show: (entry: AroundEntry) => T,
): Promise<Answered<T[]>> {
  const before = cursor ? readPlace(cursor) : undefined
  const rows = await selectAround(crm, entity, id, { before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = rows.length > limit && last ? Buffer.from(String(last.seq)).toString('base64url') : null
  return answer(page.map(show), { beside: { additional_data: { next_cursor } } })
}

function readPlace(cursor: string): number {
  const seq = Number(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Number.isSafeInteger(seq) || seq < 1)
    throw failure('invalid', 'cursor is not one this server gave out', { field: 'cursor' })
  return seq
}
