import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { plainColumns } from '../../../base/fields/derive.ts'
import { projectTimeV1 } from '../../projectTimes.ts'
import { projectFields, shownStatus } from '../fields.ts'
import { linkedIds } from '../links.ts'

const plain = plainColumns(projectFields, 'p')

/** The columns of a project on the v1 wire, for `crm.project p`. */
export const projectColumnsV1: Fragment = sql`
  p.id, p.title, ${plain}, ${shownStatus('p')} as status, p.board_id, p.phase_id, p.owner_id,
  ${linkedIds('deal_ids', 'p')} as deal_ids, (${linkedIds('person_ids', 'p')})[1] as person_id,
  (${linkedIds('org_ids', 'p')})[1] as org_id, p.label_ids as labels, ${projectTimeV1(sql`p.add_time`)} as add_time,
  ${projectTimeV1(sql`p.update_time`)} as update_time, ${projectTimeV1(sql`p.status_change_time`)} as status_change_time,
  ${projectTimeV1(sql`p.archive_time`)} as archive_time`
