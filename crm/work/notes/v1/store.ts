import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { maySeeNote } from '../visibility.ts'
import { commentColumns, noteColumns, noteJoins } from './wire.ts'

/** From here on a page is far from the start of its list. */
const FAR = 5000

/** Notes the caller may see as texts for the wire: first their ids, then all of them. `where` and `orderBy` refer to `crm.note n`. */
export async function selectNotes(
  { sql, actor }: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<(WireRow & { id: number })[]> {
  const seen = maySeeNote(actor, 'n', start > FAR ? 'thousands' : 'one by one')
  return sql<(WireRow & { id: number })[]>`
    select (select row_to_json(r) from (select ${noteColumns(actor)}) r)::text as wire, n.version, n.id
    from (
      select n.id from crm.note n where n.company_id = ${actor.companyId} and ${where} and ${seen}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) page join crm.note n on n.company_id = ${actor.companyId} and n.id = page.id ${noteJoins}
    order by ${orderBy}`
}

export async function findNote(crm: Crm, id: number): Promise<WireRow | undefined> {
  const { sql } = crm
  const [note] = await selectNotes(crm, sql`n.id = ${id}`, sql`n.id`, { start: 0, limit: 1 })
  return note
}

/** Comments of a note as texts for the wire, oldest first. Callers have made sure that the note is visible. */
export async function selectComments(
  { sql, actor }: Crm,
  noteId: number,
  where: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<WireRow[]> {
  return sql<WireRow[]>`
    select (select row_to_json(r) from (select ${commentColumns}) r)::text as wire, c.version
    from crm.comment c where c.company_id = ${actor.companyId} and c.note_id = ${noteId} and ${where}
    order by c.add_time, c.id ${rowWindow(start, limit)}`
}

export async function findComment(crm: Crm, noteId: number, id: string): Promise<WireRow | undefined> {
  const [comment] = await selectComments(crm, noteId, crm.sql`c.id = ${id}`, { start: 0, limit: 1 })
  return comment
}
