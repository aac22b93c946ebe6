import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { activityCounts } from '../../base/fields/counted.ts'
import { computed, type FieldTable, field } from '../../base/fields/declaration.ts'
import { DEAL_LABELS, STATUSES, VISIBILITIES } from '../../base/fields/systemOptions.ts'
import { rottenTime } from './rotting.ts'

/** Every field of a deal. */
export const dealFields = {
  id: field('ID', 'int'),
  title: field('Title', 'varchar', { mandatory: true, write: 'stored', search: true }),
  creator_user_id: field('Creator', 'user', { column: 'creator_id' }),
  owner_id: field('Owner', 'user', { v1: 'user_id', write: 'stored' }),
  value: field('Value', 'monetary', { currency: 'currency', write: 'stored' }),
  currency: field('Currency', 'varchar', { write: 'stored' }),
  label_ids: field('Label', 'set', { v1: 'label', firstOptions: DEAL_LABELS, write: 'stored', merge: 'fill' }),
  person_id: field('Contact person', 'people', { write: 'stored', merge: 'fill' }),
  org_id: field('Organization', 'org', { write: 'stored', merge: 'fill' }),
  pipeline_id: field('Pipeline', 'pipeline', { v1: 'pipeline', write: 'own' }),
  stage_id: field('Stage', 'stage', { write: 'own' }),
  status: field('Status', 'status', { options: STATUSES, write: 'own' }),
  probability: field('Probability', 'int', { write: 'stored', merge: 'fill' }),
  lost_reason: field('Lost reason', 'varchar_options', { write: 'own' }),
  expected_close_date: field('Expected close date', 'date', { write: 'stored', merge: 'fill' }),
  visible_to: field('Visible to', 'visible_to', { options: VISIBILITIES, write: 'stored' }),
  add_time: field('Deal created', 'date'),
  update_time: field('Update time', 'date'),
  stage_change_time: field('Last stage change', 'date'),
  won_time: field('Won time', 'date', { write: 'own' }),
  lost_time: field('Lost time', 'date', { write: 'own' }),
  close_time: field('Deal closed on', 'date', { write: 'own' }),
  is_archived: field('Archived', 'boolean', { write: 'own', writtenIn: 'v2' }),
  archive_time: field('Archive time', 'date', { write: 'own', writtenIn: 'v2' }),
  origin: field('Source origin', 'varchar'),
  origin_id: field('Source origin ID', 'varchar', { write: 'own', writtenIn: 'v1', merge: 'fill' }),
  channel: field('Source channel', 'int', { write: 'stored', writtenIn: 'v1', merge: 'fill' }),
  channel_id: field('Source channel ID', 'varchar', { write: 'stored', writtenIn: 'v1', merge: 'fill' }),
  source_lead_id: field('Source lead', 'lead', { comparedAs: 'word', merge: 'fill' }),
  ...activityCounts('deal', 'deal_id'),
  products_count: computed('Number of products', 'int', d => countOf('deal_product', d)),
  participants_count: computed('Number of participants', 'int', d => countOf('participant', d)),
  weighted_value: { ...computed('Weighted value', 'monetary', weightedValue), currency: 'currency' },
  rotten_time: computed('Rotting since', 'date', rotting),
} satisfies FieldTable

function countOf(table: string, deal: string): Fragment {
  const d = sql(deal)
  return sql`(select count(*) from crm.${sql(table)} x where x.company_id = ${d}.company_id and x.deal_id = ${d}.id)`
}

function weightedValue(deal: string): Fragment {
  const d = sql(deal)
  return sql`(select ${d}.value * coalesce(${d}.probability::numeric,
      case when p.is_deal_probability_enabled then s.deal_probability end, 100) / 100
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${d}.company_id and s.id = ${d}.stage_id)`
}

function rotting(deal: string): Fragment {
  const d = sql(deal)
  return sql`(select ${rottenTime(deal, 's')} from crm.stage s where s.company_id = ${d}.company_id and s.id = ${d}.stage_id)`
}
