import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'

/** How many parties of a thread are shown; its messages show all of theirs. */
const SHOWN_PARTIES = 100

/** `crm.mail_thread t` with what its columns on the wire need. */
export function threadJoins(actor: Actor): Fragment {
  return sql`
    left join crm.deal deal on deal.company_id = t.company_id and deal.id = t.deal_id and ${maySee(actor, 'deal', 'deal')}
    left join crm.lead lead on lead.company_id = t.company_id and lead.id = t.lead_id and ${maySee(actor, 'lead', 'lead')}
    cross join lateral (select t.user_id = ${actor.userId} as mine) owner
    cross join lateral (select
      json_build_object('to', coalesce(json_agg(entry.party) filter (where entry.role = 'to'), '[]'),
        'from', coalesce(json_agg(entry.party) filter (where entry.role = 'from'), '[]')) as met,
      coalesce(json_agg(entry.party) filter (where entry.role = 'draft'), '[]') as drafted
      from (${partiesOfThread(actor)}) entry) parties
    cross join lateral (select coalesce(bool_or(m.source = 'dropbox'), false) as copied from crm.mail_message m
      where m.company_id = t.company_id and m.thread_id = t.id and not m.is_deleted) sources`
}

/** Each address once, as it stands in the latest message. */
function partiesOfThread(actor: Actor): Fragment {
  return sql`
    select latest.role, json_build_object(${partyColumns}) as party from (
      select once.*, row_number() over (partition by once.role order by once.message_time desc, once.id desc) as place from (
        select distinct on (1, lower(p.address)) case when m.folder = 'drafts' then 'draft' else p.role end as role,
          p.id, p.name, p.address, p.person_id, p.company_id, m.message_time, m.thread_id
        from crm.mail_message m join crm.mail_party p on p.company_id = m.company_id and p.message_id = m.id
        where m.company_id = t.company_id and m.thread_id = t.id and not m.is_deleted
          and (m.folder <> 'drafts' or owner.mine) and p.role in ('from', 'to')
        order by 1, lower(p.address), m.message_time desc, p.id) once
    ) latest cross join lateral (select latest.company_id, latest.thread_id, latest.message_time) m
    cross join lateral (select latest.id, latest.name, latest.address) p ${partyJoins(actor, sql`latest`)}
    where latest.place <= ${SHOWN_PARTIES} order by latest.place`
}

/** The person of a party, when the caller may see them; and who wrote the latest message of the thread. */
function partyJoins(actor: Actor, party: Fragment): Fragment {
  return sql`
    left join crm.person linked on linked.company_id = ${party}.company_id and linked.id = ${party}.person_id
      and not linked.is_deleted and ${maySee(actor, 'person', 'linked')}
    left join crm.organization employer on employer.company_id = linked.company_id and employer.id = linked.org_id
      and not employer.is_deleted and ${maySee(actor, 'organization', 'employer')}`
}

/** A party `p` of the message `m`, joined with its person. */
const partyColumns: Fragment = sql`
  'id', p.id, 'name', p.name, 'email_address', p.address,
  'latest_sent', m.message_time = t.last_message_time and lower(p.address) in (
    select lower(sender.address) from crm.mail_message last
    join crm.mail_party sender on sender.company_id = last.company_id and sender.message_id = last.id and sender.role = 'from'
    where last.company_id = m.company_id and last.thread_id = m.thread_id and last.message_time = t.last_message_time
      and not last.is_deleted),
  'message_time', floor(extract(epoch from m.message_time) * 1000)::bigint,
  'linked_person_id', linked.id, 'linked_person_name', linked.name, 'linked_organization_id', employer.id,
  'mail_message_party_id', p.id`

/** The columns of `crm.mail_thread t` on the wire. What concerns drafts is for their writer. */
export const threadColumns: Fragment = sql`
  t.id, t.account_id::text as account_id, t.user_id, t.subject,
  t.snippet, t.read::int as read_flag, null::text as mail_tracking_status, 0 as mail_link_tracking_enabled_flag,
  (t.has_inline_attachments or t.has_real_attachments)::int as has_attachments_flag,
  t.has_inline_attachments::int as has_inline_attachments_flag, t.has_real_attachments::int as has_real_attachments_flag,
  t.is_deleted::int as deleted_flag, (t.account_id is not null)::int as synced_flag, sources.copied::int as smart_bcc_flag,
  parties.met as parties, parties.drafted as drafts_parties,
  array_remove(array[case when t.has_received and not t.archived then 'inbox' end,
    case when t.has_draft and owner.mine then 'drafts' end, case when t.has_sent then 'sent' end,
    case when t.archived then 'archive' end], null) as folders,
  t.version, case when owner.mine then t.snippet_draft end as snippet_draft, t.snippet_sent, t.message_count,
  (t.has_draft and owner.mine)::int as has_draft_flag, t.has_sent::int as has_sent_flag, t.archived::int as archived_flag,
  t.shared::int as shared_flag, 0 as external_deleted_flag, t.begins_received::int as first_message_to_me_flag,
  (t.has_sent and not t.has_received)::int as all_messages_sent_flag,
  crm.time_ms(t.first_message_time) as first_message_timestamp, crm.time_ms(t.last_message_time) as last_message_timestamp,
  crm.time_ms(t.last_sent_time) as last_message_sent_timestamp, crm.time_ms(t.last_received_time) as last_message_received_timestamp,
  crm.time_ms(t.add_time) as add_time, crm.time_ms(t.update_time) as update_time,
  deal.id as deal_id, deal.status as deal_status, lead.id as lead_id`

/** `crm.mail_message m` of `crm.mail_thread t` with what its columns on the wire need. */
export function messageJoins(actor: Actor): Fragment {
  return sql`cross join lateral (select
      coalesce(json_agg(entry.party) filter (where entry.role = 'from'), '[]') as "from",
      coalesce(json_agg(entry.party) filter (where entry.role = 'to'), '[]') as "to",
      coalesce(json_agg(entry.party) filter (where entry.role = 'cc'), '[]') as cc,
      coalesce(json_agg(entry.party) filter (where entry.role = 'bcc'), '[]') as bcc
      from (select p.role, json_build_object(${partyColumns}) as party from crm.mail_party p ${partyJoins(actor, sql`p`)}
        where p.company_id = m.company_id and p.message_id = m.id order by p.id) entry) parties
    left join crm.mail_body body on body.company_id = m.company_id and body.message_id = m.id`
}

/** The columns of `crm.mail_message m` of `crm.mail_thread t` on the wire. */
export function messageColumns({ services }: Crm, withBody: boolean): Fragment {
  return sql`
    m.id, parties."from", parties."to", parties.cc, parties.bcc,
    case when m.has_body then ${`${services.origin}/v1/mailbox/mailMessages/`}::text || m.id || '/body' end as body_url,
    ${withBody ? sql`body.html as body,` : sql``}
    m.account_id::text as account_id, m.user_id, m.thread_id as mail_thread_id, m.subject, m.snippet,
    null::text as mail_tracking_status, 0 as mail_link_tracking_enabled_flag, t.read::int as read_flag,
    case when m.folder = 'drafts' then json_build_object('subject', m.subject, 'to', parties."to", 'cc', parties.cc,
      'bcc', parties.bcc, 'body', body.html)::text end as draft,
    (m.folder = 'drafts')::int as draft_flag, (m.source = 'imap')::int as synced_flag,
    (m.is_deleted or t.is_deleted)::int as deleted_flag, m.has_body::int as has_body_flag,
    (m.folder = 'sent' and coalesce(m.send_state, 'sent') = 'sent')::int as sent_flag,
    (m.source = 'written')::int as sent_from_pipedrive_flag, (m.source = 'dropbox')::int as smart_bcc_flag,
    crm.time_ms(m.message_time) as message_time, crm.time_ms(m.add_time) as add_time, crm.time_ms(m.update_time) as update_time,
    (m.has_inline_attachments or m.has_real_attachments)::int as has_attachments_flag,
    m.has_inline_attachments::int as has_inline_attachments_flag, m.has_real_attachments::int as has_real_attachments_flag`
}

/** The same in the list of a record, where a message stands among other things. */
export function listedColumns(crm: Crm, withBody: boolean): Fragment {
  return sql`${messageColumns(crm, withBody)}, null::text as nylas_id, null::text as s3_bucket, null::text as s3_bucket_path,
    false as external_deleted_flag, m.mime_id as mua_message_id, null::bigint as template_id,
    crm.time_ms(m.message_time) as timestamp, 'mailMessage' as item_type, m.company_id`
}
