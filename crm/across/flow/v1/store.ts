import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { eachField } from '../../../base/changes/fieldChanges.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import { maySeeActivity } from '../../../work/activities/visibility.ts'
import { callColumns } from '../../../work/callLogs/v1/wire.ts'
import { maySeeCall } from '../../../work/callLogs/visibility.ts'
import { fileColumns, fileJoins } from '../../../work/files/v1/wire.ts'
import { maySeeFile } from '../../../work/files/visibility.ts'
import { isMailOf, isThere } from '../../../work/mail/v1/store.ts'
import { listedColumns, messageJoins } from '../../../work/mail/v1/wire.ts'
import { maySeeThread } from '../../../work/mail/visibility.ts'
import { commentColumns, noteColumns, noteJoins } from '../../../work/notes/v1/wire.ts'
import { maySeeNote } from '../../../work/notes/visibility.ts'

/** The column by which other records name one of the kind. */
const LINKS = {
  deal: 'deal_id',
  person: 'person_id',
  organization: 'org_id',
  lead: 'lead_id',
  product: 'product_id',
  project: 'project_id',
} as const

export type FlowEntity = keyof typeof LINKS
/** Of a lead a UUID. */
type FlowId = number | string

export interface FlowRow {
  object: string
  at: Date
  data: Record<string, unknown>
  seq: number
}

interface FlowPage {
  start: number
  limit: number
  /** Kinds of entries to show; all when undefined. */
  kinds: readonly string[] | undefined
  withCustom: boolean
}

/** A row more than the limit tells of a next page. */
export async function selectFlow(
  crm: Crm,
  entity: FlowEntity,
  id: FlowId,
  { start, limit, kinds, withCustom }: FlowPage,
): Promise<FlowRow[]> {
  const most = kinds ? undefined : start + limit + 1
  return crm.sql<FlowRow[]>`
    select entry.* from (${partsOf(crm, entity, id, withCustom, most).reduce((all, part) => sql`${all} union all ${part}`)}
    ) entry (object, at, data, seq, part)
    ${
      kinds
        ? sql`where entry.object = any(${kinds}) or (entry.object = ${`${entity}Change`} and 'change' = any(${kinds}))
      or (entry.object = ${`${entity}Follower`} and 'follower' = any(${kinds}))
      or (entry.object = 'mailMessageWithAttachment' and 'mailMessage' = any(${kinds}))`
        : sql``
    }
    order by entry.at desc, entry.seq desc, entry.object, entry.part ${rowWindow(start, limit + 1)}`
}

/** What the flow of a kind is made of. Nobody writes, calls or mails about a product, nor calls or mails about a project. */
function partsOf(crm: Crm, entity: FlowEntity, id: FlowId, withCustom: boolean, most: number | undefined): Fragment[] {
  const itself = [changes(crm, entity, id, withCustom), around(crm, entity, id), files(crm, entity, id)]
  if (entity === 'product') return itself
  if (entity === 'project')
    return [...itself, activities(crm, entity, id), notes(crm, entity, id), comments(crm, entity, id)]
  const about = [
    activities(crm, entity, id),
    notes(crm, entity, id),
    comments(crm, entity, id),
    mail(crm, entity, id, most),
    calls(crm, entity, id),
  ]
  const isContact = entity === 'person' || entity === 'organization'
  return [...itself, ...about, ...(isContact ? [deals(crm, entity, id)] : [])]
}

function changes({ actor }: Crm, entity: FlowEntity, id: FlowId, withCustom: boolean): Fragment {
  return sql`
    select ${`${entity}Change`}::text, c.at, json_build_object('id', c.seq, 'item_id', ${itemId(entity, id)}, 'user_id', c.actor_id,
      'field_key', item.key, 'is_custom', item.is_custom, 'old_value', item.old, 'new_value', item.new,
      'is_bulk_update_flag', c.bulk, 'log_time', crm.time_v1(c.at), 'change_source', c.source,
      'change_source_user_agent', c.user_agent), c.seq, item.key
    from crm.change c ${eachField}
    where c.company_id = ${actor.companyId} and c.entity = ${entity} and c.entity_id = ${String(id)}
      ${withCustom ? sql`` : sql`and not item.is_custom`}`
}

function activities({ actor }: Crm, entity: FlowEntity, id: FlowId): Fragment {
  return sql`
    select case when a.done then 'activity' else 'plannedActivity' end, coalesce(a.marked_as_done_time, a.add_time),
      json_build_object('id', a.id, 'subject', a.subject, 'type', a.type, 'user_id', a.owner_id, 'done', a.done,
        'due_date', a.due_date, 'due_time', to_char(a.due_time, 'HH24:MI'), 'duration', to_char(a.duration, 'HH24:MI'),
        'deal_id', a.deal_id, 'person_id', a.person_id, 'org_id', a.org_id, 'note', a.note,
        'add_time', crm.time_v1(a.add_time), 'marked_as_done_time', crm.time_v1(a.marked_as_done_time)), a.id, ''
    from crm.activity a
    where a.company_id = ${actor.companyId} and a.${linkTo(entity)} = ${id} and not a.is_deleted and ${maySeeActivity(actor, 'a')}`
}

/** Files, when they were brought. */
function files({ actor, services }: Crm, entity: FlowEntity, id: FlowId): Fragment {
  return sql`
    select 'file', file.add_time, (select row_to_json(r) from (select ${fileColumns(services.origin)}) r), file.id, ''
    from crm.file file ${fileJoins('file')}
    where file.company_id = ${actor.companyId} and file.${linkTo(entity)} = ${id} and not file.is_deleted
      and ${maySeeFile(actor, 'file')}`
}

/** Notes, when they were written. */
function notes({ actor }: Crm, entity: FlowEntity, id: FlowId): Fragment {
  return sql`
    select 'note', n.add_time, (select row_to_json(r) from (select ${noteColumns(actor)}) r), n.id, ''
    from crm.note n ${noteJoins}
    where n.company_id = ${actor.companyId} and n.${linkTo(entity)} = ${id} and not n.is_deleted and ${maySeeNote(actor, 'n')}`
}

/** What was said about those notes. */
function comments({ actor }: Crm, entity: FlowEntity, id: FlowId): Fragment {
  return sql`
    select 'comment', c.add_time, (select row_to_json(r) from (select ${commentColumns}) r), n.id, c.id::text
    from crm.note n join crm.comment c on c.company_id = n.company_id and c.note_id = n.id and not c.is_deleted
    where n.company_id = ${actor.companyId} and n.${linkTo(entity)} = ${id} and not n.is_deleted and ${maySeeNote(actor, 'n')}`
}

/** Mail, when it was sent; no more than are shown, if that is known. */
function mail(
  crm: Crm,
  entity: Exclude<FlowEntity, 'product' | 'project'>,
  id: FlowId,
  most: number | undefined,
): Fragment {
  const { actor } = crm
  return sql`
    select case when m.has_inline_attachments or m.has_real_attachments then 'mailMessageWithAttachment' else 'mailMessage' end,
      m.message_time, (select row_to_json(r) from (select ${listedColumns(crm, false)}) r), m.id, ''
    from (
      select m.id from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
      where m.company_id = ${actor.companyId} and ${isMailOf(entity, actor.companyId, id)} and ${isThere} and ${maySeeThread(actor, 't')}
      ${most === undefined ? sql`` : sql`order by m.message_time desc, m.id desc limit ${most}`}
    ) latest join crm.mail_message m on m.company_id = ${actor.companyId} and m.id = latest.id
    join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id ${messageJoins(actor)}`
}

/** Calls, when they began. */
function calls({ actor }: Crm, entity: FlowEntity, id: FlowId): Fragment {
  return sql`
    select 'call', c.start_time, (select row_to_json(r) from (select ${callColumns}) r), 0::bigint, c.id::text
    from crm.call_log c
    where c.company_id = ${actor.companyId} and c.${linkTo(entity)} = ${id} and not c.is_deleted and ${maySeeCall(actor, 'c')}`
}

function linkTo(entity: FlowEntity) {
  return sql(LINKS[entity])
}

function itemId(entity: FlowEntity, id: FlowId): Fragment {
  return entity === 'lead' ? sql`${id}::text` : sql`${id}::bigint`
}

/** Followers and participants that came or went. */
function around({ actor }: Crm, entity: FlowEntity, id: FlowId): Fragment {
  return sql`
    select c.entity, c.at, json_build_object('id', c.seq, 'item_id', ${itemId(entity, id)}, 'user_id', c.actor_id, 'action', c.action,
      'follower_user_id', c.facts -> 'follower_user_id', 'person_id', c.facts -> 'person_id', 'log_time', crm.time_v1(c.at)), c.seq, ''
    from crm.change c
    where c.company_id = ${actor.companyId} and c.entity in (${`${entity}Follower`}, ${entity === 'deal' ? 'participant' : ''})
      and c.entity_id = ${String(id)}`
}

/** Deals of a contact, when they were made. */
function deals({ actor }: Crm, entity: 'person' | 'organization', id: FlowId): Fragment {
  const column = sql(entity === 'person' ? 'person_id' : 'org_id')
  return sql`
    select 'deal', d.add_time, json_build_object('id', d.id, 'title', d.title, 'status', d.status, 'value', d.value,
      'currency', d.currency, 'user_id', d.owner_id, 'deal_id', d.id, 'person_id', d.person_id, 'org_id', d.org_id,
      'add_time', crm.time_v1(d.add_time)), d.id, ''
    from crm.deal d
    where d.company_id = ${actor.companyId} and d.${column} = ${id} and not d.is_deleted and ${maySee(actor, 'deal', 'd')}`
}
