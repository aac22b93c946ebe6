import type { Author } from '../../base/changes/author.ts'
import { logChange } from '../../base/changes/logStore.ts'
import type { Placing } from './kind.ts'

/** A new record has no rows that could be gone: where it comes without any, nothing has to be asked. */
type Parent = Pick<Placing, 'author' | 'isNew'>

/** Rows of a table that belong to one record, in place of those that are there. `which` names the record. */
export async function replaceRows(
  { author: { sql, actor }, isNew }: Parent,
  table:
    | 'activity_participant'
    | 'product_price'
    | 'project_deal'
    | 'project_person'
    | 'project_organization'
    | 'deal_discount',
  which: Record<string, number>,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (isNew && rows.length === 0) return
  const [[column, id]] = Object.entries(which) as [[string, number]]
  await sql`delete from crm.${sql(table)} where company_id = ${actor.companyId} and ${sql(column)} = ${id}`
  if (rows.length > 0)
    await sql`insert into crm.${sql(table)} ${sql(rows.map(row => ({ company_id: actor.companyId, ...which, ...row })))}`
}

interface Joined {
  id: number
  add_time: Date
}

/** Those who follow a record, with the times since when; others do not any more. */
export async function replaceFollowers(
  { author, isNew }: Parent,
  entity: string,
  id: number,
  rows: readonly { user_id: number; add_time: Date }[],
): Promise<void> {
  if (isNew && rows.length === 0) return
  const { sql, actor } = author
  const gone = await sql<{ user_id: number }[]>`
    delete from crm.follower where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id}
      and not user_id = any(${rows.map(row => row.user_id)}::bigint[]) returning user_id`
  for (const { user_id } of gone)
    await logChange(author, `${entity}Follower`, id, 'deleted', { follower_user_id: user_id })
  for (const { user_id, add_time } of rows) {
    const row = { company_id: actor.companyId, entity, entity_id: id, user_id, add_time }
    const [added] = await sql`insert into crm.follower ${sql(row)} on conflict do nothing returning id`
    if (added) await logChange(author, `${entity}Follower`, id, 'added', { follower_user_id: user_id })
  }
}

/** Persons who take part in a deal beside its own contact. */
export async function replaceParticipants(
  { author, isNew }: Parent,
  dealId: number,
  rows: readonly (Joined & { added_by: number })[],
): Promise<void> {
  if (isNew && rows.length === 0) return
  const { sql, actor } = author
  const gone = await sql<{ person_id: number }[]>`
    delete from crm.participant where company_id = ${actor.companyId} and deal_id = ${dealId}
      and not person_id = any(${rows.map(row => row.id)}::bigint[]) returning person_id`
  for (const { person_id } of gone) await logChange(author, 'participant', dealId, 'deleted', { person_id })
  for (const { id: person_id, added_by, add_time } of rows) {
    const row = { company_id: actor.companyId, deal_id: dealId, person_id, added_by, add_time }
    const [added] = await sql`insert into crm.participant ${sql(row)} on conflict do nothing returning id`
    if (added) await logChange(author, 'participant', dealId, 'added', { person_id })
  }
}

/** Variations of a product, with their prices. */
export async function storeVariation(
  { sql, actor }: Author,
  productId: number,
  { id, name, isKnown }: { id: number | undefined; name: string; isKnown: boolean },
): Promise<number> {
  const row = { company_id: actor.companyId, product_id: productId, name, ...(id !== undefined && { id }) }
  const [stored] = isKnown
    ? await sql<{ id: number }[]>`
        update crm.product_variation set name = ${name} where company_id = ${actor.companyId} and id = ${id ?? 0} returning id`
    : await sql<{ id: number }[]>`insert into crm.product_variation ${sql(row)} returning id`
  return stored?.id ?? id ?? 0
}

/** Takes over stored bytes in the transaction that writes their record; false when they were swept meanwhile. */
export async function claimBytes({ sql, actor }: Author, key: string): Promise<boolean> {
  const [claimed] = await sql`
    delete from crm.upload where company_id = ${actor.companyId} and file_key = ${key} returning file_key`
  return claimed !== undefined
}
