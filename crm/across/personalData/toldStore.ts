import type { Fragment, Sql } from '@portico/kit/database/sql'
import { fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { ExportKind } from '../exports/kind.ts'

/** Somebody who may go by several ids, since persons are merged. */
export interface Somebody {
  companyId: number
  ids: readonly number[]
}

/**
 * Which records of a kind are about a person; refers to the alias of the kind. Ways that lead to a record by other tables
 * are gone first, by their indexes: joined by `or`, PostgreSQL would go through all records of the company.
 */
export const ABOUT: Readonly<Record<string, (person: Somebody) => Fragment>> = {
  persons: ({ ids }) => fragment`p.id = any(${ids}::bigint[])`,
  deals: person => fragment`d.id = any(array(
    ${linked('deal', 'id', person)} union ${linked('participant', 'deal_id', person)}))`,
  participants: ({ ids }) => fragment`r.person_id = any(${ids}::bigint[])`,
  leads: ({ ids }) => fragment`r.person_id = any(${ids}::bigint[])`,
  activities: person => fragment`a.id = any(array(
    ${linked('activity', 'id', person)} union ${linked('activity_participant', 'activity_id', person)}
    union ${attended(person)}))`,
  notes: ({ ids }) => fragment`r.person_id = any(${ids}::bigint[])`,
  comments: person => fragment`r.note_id = any(array(${linked('note', 'id', person)}))`,
  calls: ({ ids }) => fragment`r.person_id = any(${ids}::bigint[])`,
  mail_messages: person => hasParty(person),
  files: person => fragment`(r.person_id = any(${person.ids}::bigint[])
    or r.mail_message_id = any(array(${linked('mail_party', 'message_id', person)})))`,
  projects: person => fragment`p.id = any(array(${linked('project_person', 'project_id', person)}))`,
}

function linked(table: string, column: string, { companyId, ids }: Somebody): Fragment {
  return fragment`select x.${fragment(column)} from crm.${fragment(table)} x
    where x.company_id = ${companyId} and x.person_id = any(${ids}::bigint[])`
}

/** Activities that the person was invited to. */
export function attended({ companyId, ids }: Somebody): Fragment {
  return fragment`select x.id from unnest(${ids}::bigint[]) guest (id) join crm.activity x on x.company_id = ${companyId}
    and x.attendees <> '[]' and x.attendees @> jsonb_build_array(jsonb_build_object('person_id', guest.id))`
}

function hasParty(person: Somebody): Fragment {
  return fragment`r.id = any(array(${linked('mail_party', 'message_id', person)}))`
}

/** Records of a kind about a person, after an id; deleted ones that are not purged yet are data too. */
export async function recordsAbout(
  crm: Crm,
  kind: ExportKind,
  condition: Fragment,
  after: string | undefined,
  most: number,
): Promise<{ id: string; wire: string }[]> {
  const { sql, actor } = crm
  const r = sql(kind.alias)
  const wire = await kind.wire(crm)
  return sql<{ id: string; wire: string }[]>`
    select ${r}.id::text as id, (${wire})::text as wire from crm.${sql(kind.table)} ${r}
    where ${r}.company_id = ${actor.companyId} and ${condition} and ${kind.maySee(actor) ?? sql`false`}
      and ${after === undefined ? sql`true` : sql`${r}.id::text > ${after}::text`}
    order by ${r}.id::text limit ${most}`
}

/** Messages in mailboxes of others, which nobody but their owners may read. */
export async function countHiddenMail({ sql, actor }: Crm, person: Somebody, kind: ExportKind): Promise<number> {
  const [counted] = await sql<{ messages: number }[]>`
    select count(*)::integer as messages from crm.mail_message r
    where r.company_id = ${actor.companyId} and ${hasParty(person)} and (${kind.maySee(actor) ?? sql`false`}) is not true`
  return counted?.messages ?? 0
}

/** What the log says about the person itself, oldest first. */
export async function linesAbout(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
  after: string | undefined,
  most: number,
): Promise<{ id: string; wire: string }[]> {
  return sql<{ id: string; wire: string }[]>`
    select lpad(c.seq::text, 20, '0') as id, jsonb_build_object('id', c.seq, 'time', c.at, 'person_id', c.entity_id::bigint,
      'action', c.action, 'user_id', c.actor_id, 'source', c.source, 'before', c.before - 'company_id', 'after', c.after - 'company_id')::text as wire
    from crm.change c
    where c.company_id = ${companyId} and c.entity = 'person' and c.entity_id = any(${ids.map(String)}::text[])
      and ${after === undefined ? sql`true` : sql`c.seq > ${after}::text::bigint`}
    order by c.seq limit ${most}`
}
