import { seedCompany } from '@portico/crm/seed/seedCompany'
import type { BenchServer } from './benchServer.ts'

/**
 * Fills the first company as `portico seed --deals` does (half as many persons, a quarter organizations, all in the change
 * log), and with what hangs on them: an activity for each deal, and notes, leads, calls and messages of mail for each
 * second one.
 */
export async function makeLargeCompany({ sql }: BenchServer, deals: number): Promise<number> {
  const [company] = await sql<{ id: number }[]>`select id from crm.company order by id limit 1`
  const companyId = Number(company?.id)
  const plan = { companyId, deals, seed: 1, now: new Date() }
  await seedCompany(sql, plan, work => sql.begin(work) as Promise<never>)
  for (let from = 0; from < deals; from += BATCH) await addAround(sql, companyId, from)
  await sql.unsafe(`
    select setval(pg_get_serial_sequence('crm.mail_thread', 'id'), max(id)), setval(pg_get_serial_sequence('crm.mail_message', 'id'), max(id))
    from crm.deal where company_id = ${companyId};
    ${['activity', 'note', 'lead', 'call_log', 'mail_thread', 'mail_message'].map(table => inLog(companyId, table)).join(';')};
    analyze`)
  return companyId
}

/** Deals whose surroundings are made in one transaction: every note takes a lock of its own. */
const BATCH = 5_000

async function addAround(sql: BenchServer['sql'], companyId: number, from: number): Promise<void> {
  const owner = `(select min(id) from crm.app_user where company_id = ${companyId})`
  const each = (step: number) =>
    `(select * from crm.deal where company_id = ${companyId} and id > ${from} and id <= ${from + BATCH} and id % ${step} = 0) d`
  const text = `'They talked about delivery ' || d.id || ' and want an offer by the end of the month.'`
  await sql.unsafe(`
    insert into crm.activity (company_id, subject, type, owner_id, creator_id, deal_id, person_id, note, due_date)
      select company_id, 'Call ' || id, 'call', owner_id, owner_id, id, person_id, ${text}, current_date + (id % 60)::int from ${each(1)};
    insert into crm.activity_participant (company_id, activity_id, person_id)
      select company_id, id, person_id from crm.activity where company_id = ${companyId} and person_id is not null
        and deal_id > ${from} and deal_id <= ${from + BATCH};
    insert into crm.note (company_id, content, user_id, last_update_user_id, deal_id, person_id)
      select company_id, ${text}, owner_id, owner_id, id, person_id from ${each(2)};
    insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
      select company_id, 'Lead ' || id, owner_id, owner_id, person_id, 7 from ${each(2)} where person_id is not null;
    insert into crm.call_log (company_id, user_id, deal_id, person_id, outcome, duration, to_phone_number, start_time, end_time, note)
      select company_id, owner_id, id, person_id, 'connected', 60, '+1 555 ' || id, now(), now(), ${text} from ${each(2)};
    insert into crm.mail_thread (company_id, id, user_id, subject, deal_id, shared, message_count, has_received, first_message_time, last_message_time)
      select company_id, id, ${owner}, 'About deal ' || id, id, true, 1, true, now(), now() from ${each(2)};
    insert into crm.mail_message (company_id, id, thread_id, user_id, source, folder, ingest_key, delivery, subject, snippet, message_time, has_body)
      select company_id, id, id, ${owner}, 'dropbox', 'inbox', 'bench ' || id, '', 'About deal ' || id, ${text}, now(), true from ${each(2)};
    insert into crm.mail_body (company_id, message_id, html) select company_id, id, '<p>' || ${text} || '</p>' from ${each(2)};
    insert into crm.mail_party (company_id, message_id, role, name, address, person_id)
      select d.company_id, d.id, 'from', p.name, coalesce(p.emails -> 0 ->> 'value', 'nobody@example.com'), p.id
      from ${each(2)} join crm.person p on p.company_id = d.company_id and p.id = d.person_id`)
}

function inLog(companyId: number, table: string): string {
  return `insert into crm.change (company_id, source, entity, entity_id, action, after)
    select company_id, 'seed', '${table}', id::text, 'added', to_jsonb(r) from crm.${table} r where company_id = ${companyId}`
}
