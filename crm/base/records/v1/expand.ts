import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../access/actor.ts'
import { maySee } from '../../access/visibility.ts'

/** How v1 writes a relation: an object with the id as `value`, or null. Each takes the alias of a (left) joined table. */

export function expandedUser(alias: string): Fragment {
  const u = sql(alias)
  return sql`case when ${u}.id is null then null else json_build_object('id', ${u}.id, 'name', ${u}.name, 'email', ${u}.email,
    'has_pic', ${u}.icon_url is not null, 'pic_hash', null, 'active_flag', ${u}.active, 'value', ${u}.id) end`
}

/** A person the caller may not see is not expanded. */
export function expandedPerson(actor: Actor, alias: string): Fragment {
  const p = sql(alias)
  return sql`case when ${p}.id is null or not ${maySee(actor, 'person', alias)} then null
    else json_build_object('active_flag', not ${p}.is_deleted, 'name', ${p}.name, 'email', ${emailList(alias)},
      'phone', ${phoneList(alias)}, 'owner_id', ${p}.owner_id, 'value', ${p}.id) end`
}

export function expandedOrganization(actor: Actor, alias: string, mailbox: string): Fragment {
  const o = sql(alias)
  return sql`case when ${o}.id is null or not ${maySee(actor, 'organization', alias)} then null
    else json_build_object('name', ${o}.name, 'people_count', ${peopleCount(alias)}, 'owner_id', ${o}.owner_id,
      'address', ${organizationAddress(alias)}, 'active_flag', not ${o}.is_deleted, 'cc_email', ${mailbox}::text,
      'label_ids', ${o}.label_ids, 'value', ${o}.id) end`
}

/** v1 shows one empty entry where a person has no e-mail or phone. */
export function emailList(alias: string): Fragment {
  return sql`case when ${sql(alias)}.emails = '[]' then ${NO_CONTACT} else ${sql(alias)}.emails end`
}

export function phoneList(alias: string): Fragment {
  return sql`case when ${sql(alias)}.phones = '[]' then ${NO_CONTACT} else ${sql(alias)}.phones end`
}

const NO_CONTACT = sql`'[{"label": "", "value": "", "primary": true}]'::jsonb`

export function organizationAddress(alias: string): Fragment {
  return sql`${sql(alias)}.address ->> 'value'`
}

function peopleCount(alias: string): Fragment {
  const o = sql(alias)
  return sql`(select count(*) from crm.person q where q.company_id = ${o}.company_id and q.org_id = ${o}.id and not q.is_deleted)`
}
