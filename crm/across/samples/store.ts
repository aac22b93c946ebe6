import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { labelsOfLeads } from '../conversions/store.ts'

/** The records of the sample by kind. */
export interface SampleIds {
  organization: number[]
  person: number[]
  product: number[]
  deal: number[]
  activity: number[]
  note: number[]
  lead: string[]
}

const KINDS = ['organization', 'person', 'product', 'deal', 'activity', 'note', 'lead'] as const

/** Remembers which records are samples: nothing else tells them from others once people change them. */
export async function markSamples({ sql, actor }: Crm, ids: Partial<SampleIds>): Promise<void> {
  const marks = KINDS.flatMap(kind => (ids[kind] ?? []).map(id => [kind, String(id)] as const))
  if (marks.length === 0) return
  await sql`
    insert into crm.sample_record (company_id, entity, record_id)
    select ${actor.companyId}, mark.entity, mark.record_id
    from unnest(${marks.map(([kind]) => kind)}::text[], ${marks.map(([, id]) => id)}::text[]) mark (entity, record_id)
    on conflict do nothing`
}

/** For a new sample: what is marked from an earlier one is deleted by then. */
export async function forgetMarks({ sql, actor }: Crm): Promise<void> {
  await sql`delete from crm.sample_record where company_id = ${actor.companyId}`
}

/** A sample that became something else is still one: the deal of a lead, the lead of a deal, and so on a few times. */
export async function markConverted(crm: Crm): Promise<void> {
  const { sql, actor } = crm
  for (let round = 0; round < MOST_CONVERSIONS; round++) {
    const deal = await sql<{ id: number }[]>`
      select d.id from crm.deal d
      join crm.sample_record s on s.company_id = d.company_id and s.entity = 'lead' and s.record_id = d.source_lead_id::text
      where d.company_id = ${actor.companyId} and not ${isMarked('deal', 'd')}`
    const lead = await sql<{ id: string }[]>`
      select l.id from crm.lead l
      join crm.sample_record s on s.company_id = l.company_id and s.entity = 'deal' and s.record_id = l.source_deal_id::text
      where l.company_id = ${actor.companyId} and not ${isMarked('lead', 'l')}`
    if (deal.length === 0 && lead.length === 0) return
    await markSamples(crm, { deal: deal.map(({ id }) => id), lead: lead.map(({ id }) => id) })
  }
}

const MOST_CONVERSIONS = 10

function isMarked(kind: keyof SampleIds, alias: string): Fragment {
  const record = fragment(alias)
  return fragment`exists (select from crm.sample_record mark where mark.company_id = ${record}.company_id
    and mark.entity = ${kind} and mark.record_id = ${record}.id::text)`
}

/** Samples that are not deleted. */
export async function samplesLeft({ sql, actor }: Crm): Promise<SampleIds> {
  const left: SampleIds = { organization: [], person: [], product: [], deal: [], activity: [], note: [], lead: [] }
  for (const kind of KINDS) {
    const rows = await sql<{ id: never }[]>`
      select r.id from crm.sample_record s
      join crm.${sql(kind)} r on r.company_id = s.company_id and r.id = s.record_id::${idType(kind)}
      where s.company_id = ${actor.companyId} and s.entity = ${kind} and not r.is_deleted
      order by r.id`
    left[kind] = rows.map(({ id }) => id)
  }
  return left
}

/** A sample that a record of somebody's own was merged into is theirs from then on. */
export async function unmarkMerged({ sql, actor }: Crm): Promise<void> {
  await sql`
    delete from crm.sample_record s using crm.change c
    where s.company_id = ${actor.companyId} and c.company_id = s.company_id and c.entity = s.entity
      and c.entity_id = s.record_id and c.facts ? 'merged_from_id'
      and not exists (select from crm.sample_record other where other.company_id = s.company_id
        and other.entity = s.entity and other.record_id = c.facts ->> 'merged_from_id')`
}

function idType(kind: keyof SampleIds): Fragment {
  return kind === 'lead' ? fragment`uuid` : fragment`bigint`
}

/** Whether the caller sees any record that is worth a screen, and any sample among them. */
export async function firstSight({ sql, actor }: Crm): Promise<{ is_empty: boolean; has_samples: boolean }> {
  const seen = SHOWN.map(
    kind => fragment`exists (select from crm.${fragment(kind)} r where r.company_id = ${actor.companyId} and not r.is_deleted
      and ${maySee(actor, kind, 'r')})`,
  )
  const samples = SHOWN.map(
    kind => fragment`exists (select from crm.sample_record s
      join crm.${fragment(kind)} r on r.company_id = s.company_id and r.id = s.record_id::${idType(kind)}
      where s.company_id = ${actor.companyId} and s.entity = ${kind} and not r.is_deleted and ${maySee(actor, kind, 'r')})`,
  )
  const [row] = await sql<{ is_empty: boolean; has_samples: boolean }[]>`
    select not (${joined(seen, ' or ')}) as is_empty, (${joined(samples, ' or ')}) as has_samples`
  return row ?? { is_empty: false, has_samples: false }
}

const SHOWN = ['deal', 'person', 'organization', 'lead', 'product'] as const

/** Where sample deals go: the pipeline that the caller sees first. */
export async function stagesOfFirstPipeline({ sql, actor, services }: Crm): Promise<number[]> {
  const stages = await services.stages.of(sql, actor.companyId)
  const seen = stages.filter(({ pipeline_id }) => !actor.hiddenPipelines.includes(pipeline_id))
  return seen.filter(({ pipeline_id }) => pipeline_id === seen[0]?.pipeline_id).map(({ id }) => id)
}

/** The oldest first, as lists show them. */
export async function labelIdsOfLeads(crm: Crm): Promise<string[]> {
  return (await labelsOfLeads(crm)).map(({ id }) => id).toReversed()
}
