import { DateText, Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import { type FieldTable, field, longText, plain } from '../../base/fields/declaration.ts'
import { HEALTH_STATUSES, PROJECT_LABELS, PROJECT_STATUSES } from '../../base/fields/systemOptions.ts'
import { linkedIds } from './links.ts'

/** Every field of a project. */
export const projectFields = {
  id: field('ID', 'int'),
  title: field('Title', 'varchar', { mandatory: true, write: 'stored', search: true }),
  description: longText('Description', { search: true }),
  status: field('Status', 'status', { options: PROJECT_STATUSES, computed: shownStatus, write: 'own' }),
  board_id: field('Board', 'projects_board', { write: 'own' }),
  phase_id: field('Phase', 'projects_phase', { write: 'own' }),
  owner_id: field('Owner', 'user', { write: 'stored' }),
  start_date: plain('Start date', 'date', DateText),
  end_date: plain('End date', 'date', DateText),
  deal_ids: field('Deals', 'deals', { computed: p => linkedIds('deal_ids', p), write: 'own' }),
  person_ids: field('Persons', 'people', {
    v1: 'person_id',
    computed: p => linkedIds('person_ids', p),
    comparedAs: 'ids',
    write: 'own',
  }),
  org_ids: field('Organizations', 'org', {
    v1: 'org_id',
    computed: p => linkedIds('org_ids', p),
    comparedAs: 'ids',
    write: 'own',
  }),
  label_ids: field('Labels', 'set', { v1: 'labels', firstOptions: PROJECT_LABELS, write: 'stored' }),
  health_status: plain('Health status', 'enum', Id, { firstOptions: HEALTH_STATUSES }),
  add_time: field('Project created', 'date'),
  update_time: field('Update time', 'date'),
  status_change_time: field('Last status change', 'date'),
  archive_time: field('Archive time', 'date'),
} satisfies FieldTable

/** A deleted project keeps the status it comes back to. */
export function shownStatus(alias: string) {
  const p = sql(alias)
  return sql`case when ${p}.is_deleted then 'deleted' else ${p}.status::text end`
}
