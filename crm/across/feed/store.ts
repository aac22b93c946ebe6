import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import type { Fed } from '../../base/records/told.ts'
import type { Place } from './cursor.ts'
import { microseconds, seenColumns } from './sight.ts'

/** A line of the log, with what the caller could see of the record: after it, only before it, or neither. */
export interface SeenLine extends Place {
  /** RFC 3339 with microseconds. */
  time: string
  entity: string
  entity_id: string
  action: string
  seen: 'after' | 'before' | null
}

/**
 * A stretch of the log of a company, in order; of kinds that were not asked for nobody saw anything. Lines of kinds of
 * which the caller sees a part are looked at afterwards, if there are any: planning that takes longer than reading.
 */
export async function selectStretch(
  crm: Pick<Crm, 'sql' | 'actor'>,
  kinds: readonly Fed[],
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<SeenLine[]> {
  const { sql, actor } = crm
  const isWhole = (kind: Fed) => kind.maySee(actor) === EVERYTHING
  const lines = await sql<SeenLine[]>`
    select ${seenColumns(actor, kinds.filter(isWhole))}
    from (
      select * from crm.change line
      where line.company_id = ${actor.companyId} and line.seq > ${after} and line.seq <= ${until}
      order by line.seq limit ${rowLimit(limit)}
    ) line
    order by line.seq`
  const named = new Set(lines.map(({ entity }) => entity))
  const isNamed = ({ logged, feed }: Fed) => named.has(logged) || (feed.following && named.has(feed.following))
  const inPart = kinds.filter(kind => !isWhole(kind) && isNamed(kind))
  const names = new Set(inPart.flatMap(({ logged, feed }) => [logged, feed.following ?? logged]))
  const seqs = lines.flatMap(({ entity, seq }) => (names.has(entity) ? [seq] : []))
  const looked = new Map((await selectLines(crm, inPart, seqs)).map(line => [line.seq, line]))
  return lines.map(line => looked.get(line.seq) ?? line)
}

/** The same for single lines, all looked at in one statement. */
export async function selectLines(
  { sql, actor }: Pick<Crm, 'sql' | 'actor'>,
  kinds: readonly Fed[],
  seqs: readonly number[],
): Promise<SeenLine[]> {
  if (seqs.length === 0) return []
  return sql<SeenLine[]>`
    select ${seenColumns(actor, kinds)} from crm.change line
    where line.company_id = ${actor.companyId} and line.seq = any(${seqs}::bigint[]) order by line.seq`
}

/** The place behind the last line up to a number. */
export async function lastPlace({ sql, actor }: Pick<Crm, 'sql' | 'actor'>, until: number): Promise<Place | undefined> {
  const [last] = await sql<Place[]>`
    select line.seq, ${microseconds} as at from crm.change line
    where line.company_id = ${actor.companyId} and line.seq <= ${until} order by line.seq desc limit 1`
  return last
}

/** Whether a place is one in the log as it is now. */
export async function isThere({ sql, actor }: Pick<Crm, 'sql' | 'actor'>, { seq, at }: Place): Promise<boolean> {
  const [line] = await sql`
    select from crm.change line where line.company_id = ${actor.companyId} and line.seq = ${seq} and ${microseconds} = ${at}`
  return line !== undefined
}
