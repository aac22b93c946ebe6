import type { Fragment, Sql } from '@portico/kit/database/sql'
import { fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { ExportKind } from '../exports/kind.ts'

/** Which records of a kind are about a person, who may go by several ids; refers to the alias of the kind. */
export const ABOUT: Readonly<Record<string, (ids: readonly number[]) => Fragment>> = {
  persons: ids => fragment`p.id = any(${ids}::bigint[])`,
  deals: ids => fragment`(d.person_id = any(${ids}::bigint[]) or exists (select from crm.participant x
    where x.company_id = d.company_id and x.deal_id = d.id and x.person_id = any(${ids}::bigint[])))`,
  participants: ids => fragment`r.person_id = any(${ids}::bigint[])`,
  leads: ids => fragment`r.person_id = any(${ids}::bigint[])`,
  activities: ids => fragment`(a.person_id = any(${ids}::bigint[])
    or exists (select from crm.activity_participant x where x.company_id = a.company_id and x.activity_id = a.id
      and x.person_id = any(${ids}::bigint[]))
    or (a.attendees <> '[]' and exists (select from jsonb_array_elements(a.attendees) guest
      where (guest ->> 'person_id')::bigint = any(${ids}::bigint[]))))`,
  notes: ids => fragment`r.person_id = any(${ids}::bigint[])`,
  comments: ids => fragment`exists (select from crm.note n where n.company_id = r.company_id and n.id = r.note_id
    and n.person_id = any(${ids}::bigint[]))`,
  calls: ids => fragment`r.person_id = any(${ids}::bigint[])`,
  mail_messages: ids => fragment`${hasParty(ids)}`,
  files: ids => fragment`(r.person_id = any(${ids}::bigint[]) or exists (select from crm.mail_party m
    where m.company_id = r.company_id and m.message_id = r.mail_message_id and m.person_id = any(${ids}::bigint[])))`,
  projects: ids => fragment`exists (select from crm.project_person x
    where x.company_id = p.company_id and x.project_id = p.id and x.person_id = any(${ids}::bigint[]))`,
}

function hasParty(ids: readonly number[]): Fragment {
  return fragment`exists (select from crm.mail_party m where m.company_id = r.company_id and m.message_id = r.id
    and m.person_id = any(${ids}::bigint[]))`
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
export async function countHiddenMail({ sql, actor }: Crm, ids: readonly number[], kind: ExportKind): Promise<number> {
  const [counted] = await sql<{ messages: number }[]>`
    select count(*)::integer as messages from crm.mail_message r
    where r.company_id = ${actor.companyId} and ${hasParty(ids)} and (${kind.maySee(actor) ?? sql`false`}) is not true`
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
