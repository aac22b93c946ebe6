import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'

export type ConversionKind = 'lead_to_deal' | 'deal_to_lead'

export const STATUSES = ['not_started', 'running', 'completed', 'failed', 'rejected'] as const
export type ConversionStatus = (typeof STATUSES)[number]

export interface ConversionRow {
  company_id: number
  id: string
  kind: ConversionKind
  source_id: string
  input: { stage_id?: number; pipeline_id?: number }
  status: ConversionStatus
  deal_id: number | null
  lead_id: string | null
  problem: string | null
  actor_id: number
}

/** Notes down what is to be converted, or finds that it has been asked for already. Callers hold the source locked. */
export async function openConversion(
  { sql, actor, now }: Crm,
  kind: ConversionKind,
  sourceId: string,
  input: ConversionRow['input'] = {},
): Promise<{ id: string; isNew: boolean }> {
  const [open] = await sql<{ id: string }[]>`
    select id from crm.conversion
    where company_id = ${actor.companyId} and kind = ${kind} and source_id = ${sourceId} and status in ('not_started', 'running')`
  if (open) return { id: open.id, isNew: false }
  const row = { company_id: actor.companyId, kind, source_id: sourceId, input, actor_id: actor.userId }
  const [made] = await sql<{ id: string }[]>`
    insert into crm.conversion ${sql({ ...row, add_time: now, update_time: now })} returning id`
  if (!made) throw new Error('noting down a conversion returned nothing')
  return { id: made.id, isNew: true }
}

/** A conversion by the one who asked for it, or by an admin. */
export async function findConversion(
  { sql, actor }: Crm,
  kind: ConversionKind,
  sourceId: string,
  id: string,
): Promise<ConversionRow | undefined> {
  const [found] = await sql<ConversionRow[]>`
    select c.* from crm.conversion c
    where c.company_id = ${actor.companyId} and c.id = ${id} and c.kind = ${kind} and c.source_id = ${sourceId}
      and (c.actor_id = ${actor.userId} or ${actor.isAdmin})`
  return found
}

/** Begins a conversion, or goes on with one whose worker was lost; nothing when it is over. */
export async function beginConversion(sql: Sql, companyId: number, id: string): Promise<ConversionRow | undefined> {
  const [begun] = await sql<ConversionRow[]>`
    update crm.conversion set status = 'running', update_time = now()
    where company_id = ${companyId} and id = ${id} and status in ('not_started', 'running') returning *`
  return begun
}

/** Whether a conversion is still to be done, asked with its row locked: the second of two workers hears no. */
export async function isStillRunning({ sql, actor }: Crm, id: string): Promise<boolean> {
  const [row] = await sql<{ status: ConversionStatus }[]>`
    select status from crm.conversion where company_id = ${actor.companyId} and id = ${id} for update`
  return row?.status === 'running'
}

export async function endConversion(
  sql: Sql,
  { company_id, id }: ConversionRow,
  status: 'completed' | 'failed' | 'rejected',
  outcome: { deal_id?: number; lead_id?: string; problem?: string },
): Promise<void> {
  const { deal_id = null, lead_id = null, problem = null } = outcome
  await sql`
    update crm.conversion set status = ${status}, deal_id = ${deal_id}, lead_id = ${lead_id}, problem = ${problem}, update_time = now()
    where company_id = ${company_id} and id = ${id} and status = 'running'`
}

export async function forgetConversions(sql: Sql, days: number): Promise<void> {
  await sql`
    /* all companies: what is old goes everywhere */
    delete from crm.conversion
    where status in ('completed', 'failed', 'rejected') and update_time < now() - make_interval(days => ${days})`
}

export interface OpenDeal {
  id: number
  title: string
  status: string
  owner_id: number
  person_id: number | null
  org_id: number | null
  label_ids: number[]
  origin: string
  origin_id: string | null
  channel: number | null
  channel_id: string | null
  value: string
  currency: string
  expected_close_date: Date | null
  visible_to: number
  custom: object
}

export async function lockOpenDeal({ sql, actor }: Crm, id: number): Promise<OpenDeal> {
  const [deal] = await sql<OpenDeal[]>`
    select d.* from crm.deal d
    where d.company_id = ${actor.companyId} and d.id = ${id} and not d.is_deleted and ${maySee(actor, 'deal', 'd')} for update`
  if (!deal) throw failure('missing', 'Deal not found')
  if (deal.status !== 'open') throw failure('conflict', `The deal is ${deal.status}; only open deals become leads`)
  return deal
}

export interface Label<Id> {
  id: Id
  name: string
}

export async function labelsOfLeads({ sql, actor }: Crm): Promise<Label<string>[]> {
  return sql<Label<string>[]>`
    select id, name from crm.lead_label where company_id = ${actor.companyId} order by add_time desc, id`
}
