import type { Fragment, Sql } from '@portico/kit/database/sql'
import { attended } from './toldStore.ts'
import type { PersonFacts, Words } from './words.ts'

/** A person, and those who were merged into that person: they are one. */
export async function idsOfPerson(sql: Sql, companyId: number, id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive same as (
      select ${id}::bigint as id
      union
      select c.entity_id::bigint from same join crm.change c on c.company_id = ${companyId} and c.entity = 'person'
        and c.action = 'merged' and c.facts ->> 'merged_to_id' = same.id::text
    ) select id from same order by id`
  return rows.map(row => row.id)
}

/** All versions there are of them, and the addresses they were invited by. */
export async function versionsOf(sql: Sql, companyId: number, ids: readonly number[]): Promise<PersonFacts[]> {
  const rows = await sql<{ facts: PersonFacts }[]>`
    select distinct jsonb_build_object('name', v.record -> 'name', 'first_name', v.record -> 'first_name',
      'last_name', v.record -> 'last_name', 'emails', v.record -> 'emails', 'phones', v.record -> 'phones', 'im', v.record -> 'im') as facts
    from (
      select to_jsonb(p) as record from crm.person p where p.company_id = ${companyId} and p.id = any(${ids}::bigint[])
      union all
      select c.after from crm.change c where c.company_id = ${companyId} and c.entity = 'person'
        and c.entity_id = any(${ids.map(String)}::text[]) and c.after is not null
      union all
      select jsonb_build_object('emails', jsonb_build_array(jsonb_build_object('value', guest -> 'email')))
      from crm.activity a cross join lateral jsonb_array_elements(a.attendees) guest
      where a.company_id = ${companyId} and a.id = any(array(${attended({ companyId, ids })}))
        and (guest ->> 'person_id')::bigint = any(${ids}::bigint[])
    ) v`
  return rows.map(row => row.facts)
}

/** The same without what somebody else here is known by too: a namesake, a shared address. */
export async function ownWords(sql: Sql, companyId: number, ids: readonly number[], words: Words): Promise<Words> {
  const [others] = await sql<{ names: string[]; addresses: string[]; phones: string[] }[]>`
    select
      array(select w from unnest(${words.names}::text[]) w where
        exists (${namesake(sql, companyId, 'person')} and p.id <> all(${ids}::bigint[]) and not p.is_deleted)
        or exists (${namesake(sql, companyId, 'person')} and p.id <> all(${ids}::bigint[]) and p.is_deleted)
        or exists (select from crm.app_user u where u.company_id = ${companyId} and lower(u.name) = lower(w))
        or exists (${namesake(sql, companyId, 'organization')} and not p.is_deleted)
        or exists (${namesake(sql, companyId, 'organization')} and p.is_deleted)) as names,
      array(select w from unnest(${words.addresses}::text[]) w where
        exists (select from crm.person p where p.company_id = ${companyId} and p.id <> all(${ids}::bigint[])
          and crm.email_addresses(p.emails) @> array[lower(w)])
        or exists (select from crm.app_user u where u.company_id = ${companyId} and lower(u.email) = lower(w))) as addresses,
      array(select w from unnest(${words.phones}::text[]) w where
        exists (select from crm.person p where p.company_id = ${companyId} and p.id <> all(${ids}::bigint[])
          and p.phones <> '[]' and crm.phone_digits(p.phones) && array[ltrim(regexp_replace(w, '[^0-9]', '', 'g'), '0')]
          and p.phones @> jsonb_build_array(jsonb_build_object('value', w)))
        or exists (select from crm.app_user u where u.company_id = ${companyId} and u.phone = w)) as phones`
  const without = (all: readonly string[], shared: readonly string[] = []) => all.filter(word => !shared.includes(word))
  return {
    names: without(words.names, others?.names),
    addresses: without(words.addresses, others?.addresses),
    phones: without(words.phones, others?.phones),
  }
}

/** Those who are there and those who are deleted are found by different indexes, so each is asked for by itself. */
function namesake(sql: Sql, companyId: number, table: 'person' | 'organization'): Fragment {
  return sql`select from crm.${sql(table)} p where p.company_id = ${companyId} and lower(p.name) = lower(w)`
}
