import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { customFieldsV2 } from '../../../base/fields/values.ts'
import { projectFields, shownStatus } from '../fields.ts'
import { type IdsOfList, linkedTo } from '../links.ts'

const plain = plainColumns(projectFields, 'p')

/** The columns of a project on the v2 wire, for `crm.project p`; `ids` are those of the records it is about. */
export function projectColumnsV2(fields: Fields, ids: IdsOfList = linkedTo('p')): Fragment {
  return sql`
    p.id, p.title, ${plain}, ${shownStatus('p')} as status, p.board_id, p.phase_id, p.owner_id,
    ${ids('deal_ids')} as deal_ids, ${ids('person_ids')} as person_ids,
    ${ids('org_ids')} as org_ids, p.label_ids, crm.time_v2(p.add_time) as add_time,
    crm.time_v2(p.update_time) as update_time, crm.time_v2(p.status_change_time) as status_change_time,
    crm.time_v2(p.archive_time) as archive_time, ${customFieldsV2(fields, 'p')} as custom_fields`
}
