import type { Author } from '../../../base/changes/author.ts'
import { logChange } from '../../../base/changes/logStore.ts'
import { notify } from '../../../base/changes/noticeStore.ts'
import { FIELDS_CHANNEL } from '../../../base/fields/catalog.ts'
import { slugOf } from '../../../base/fields/slug.ts'
import type { Placing } from '../kind.ts'

export interface FoundField {
  id: number
  key: string
  /** Whether its options are rows that a company changes. */
  takesOptions: boolean
}

/** A field by its code, which v1 and v2 call differently for some that every company has. */
export async function findField({ sql, actor }: Author, entity: string, code: string): Promise<FoundField | undefined> {
  const [found] = await sql<{ id: number; key: string; type: string }[]>`
    select id, key, type from crm.field
    where company_id = ${actor.companyId} and entity = ${entity} and key = ${code} and deleted_time is null`
  return found && { id: found.id, key: found.key, takesOptions: found.type === 'enum' || found.type === 'set' }
}

interface NewField {
  entity: string
  key: string
  name: string
  type: string
  description: string | null
}

export async function addField(author: Author, field: NewField): Promise<FoundField> {
  const { sql, actor, now } = author
  const { entity, key, name, type, description } = field
  const taken = await sql<{ slug: string; order_nr: number; isLive: boolean }[]>`
    select slug, order_nr, deleted_time is null as "isLive" from crm.field
    where company_id = ${actor.companyId} and entity = ${entity}`
  const slug = slugOf(name, new Set(taken.filter(({ isLive }) => isLive).map(other => other.slug)))
  const order = Math.max(0, ...taken.map(other => other.order_nr)) + 1
  const [added] = await sql<{ id: number }[]>`
    insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr, description, add_time, update_time)
    values (${actor.companyId}, ${entity}, ${key}, ${name}, ${slug}, ${type}, true, ${order}, ${description}, ${now}, ${now})
    returning id`
  if (!added) throw new Error('adding a field returned nothing')
  await logChange(author, `${entity}Field`, added.id, 'added', { key, name, type })
  await notify(author, FIELDS_CHANNEL)
  return { id: added.id, key, takesOptions: type === 'enum' || type === 'set' }
}

interface GivenOption {
  id: number
  label: string
  color: string | null
  /** When it was added there. */
  since: Date | null
}

/** Options of the same label are the same; others are added, with the ids they had where those are free. */
export async function keepOptions(
  { author, keepId }: Placing,
  field: FoundField,
  given: readonly GivenOption[],
): Promise<Map<number, number>> {
  const { sql, actor } = author
  const there = await sql<{ id: number; label: string; order_nr: number }[]>`
    select id, label, order_nr from crm.field_option
    where company_id = ${actor.companyId} and field_id = ${field.id} and deleted_time is null`
  const kept = new Map<number, number>()
  let order = Math.max(0, ...there.map(option => option.order_nr))
  let isChanged = false
  for (const { id, label, color, since } of given) {
    const known = there.find(option => option.label.toLowerCase() === label.toLowerCase())
    if (known) {
      kept.set(id, known.id)
      continue
    }
    order++
    isChanged = true
    const wanted = await keepId('field_option', String(id))
    const row = {
      ...{
        company_id: actor.companyId,
        field_id: field.id,
        label,
        color,
        order_nr: order,
        add_time: since ?? author.now,
      },
      ...(wanted !== undefined && { id: wanted }),
    }
    const [made] = await sql<{ id: number }[]>`insert into crm.field_option ${sql(row)} returning id`
    kept.set(id, made?.id ?? 0)
  }
  if (isChanged) await notify(author, FIELDS_CHANNEL)
  return kept
}

/** Options that a new company comes with give way to those of the source. */
export async function removeFirstOptions({ sql, actor }: Author): Promise<void> {
  await sql`delete from crm.field_option o using crm.field f
    where o.company_id = ${actor.companyId} and f.company_id = o.company_id and f.id = o.field_id and not f.is_custom`
}
