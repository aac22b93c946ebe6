import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { plainColumns } from '../../../base/fields/derive.ts'
import { projectTimeV1 } from '../../projectTimes.ts'
import { projectFields, shownStatus } from '../fields.ts'
import { type IdsOfList, linkedTo } from '../links.ts'

const plain = plainColumns(projectFields, 'p')

/** The columns of a project on the v1 wire, for `crm.project p`; `ids` are those of the records it is about. */
export function projectColumnsV1(ids: IdsOfList = linkedTo('p')): Fragment {
  return sql`
  p.id, p.title, ${plain}, ${shownStatus('p')} as status, p.board_id, p.phase_id, p.owner_id,
  ${ids('deal_ids')} as deal_ids, (${ids('person_ids')})[1] as person_id,
  (${ids('org_ids')})[1] as org_id, p.label_ids as labels, ${projectTimeV1(sql`p.add_time`)} as add_time,
  ${projectTimeV1(sql`p.update_time`)} as update_time, ${projectTimeV1(sql`p.status_change_time`)} as status_change_time,
  ${projectTimeV1(sql`p.archive_time`)} as archive_time`
}
