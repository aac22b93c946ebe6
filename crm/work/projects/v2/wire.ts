import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { customFieldsV2 } from '../../../base/fields/values.ts'
import { projectFields, shownStatus } from '../fields.ts'
import { linkedIds } from '../links.ts'

const plain = plainColumns(projectFields, 'p')

/** The columns of a project on the v2 wire, for `crm.project p`. */
export function projectColumnsV2(fields: Fields): Fragment {
  return sql`
    p.id, p.title, ${plain}, ${shownStatus('p')} as status, p.board_id, p.phase_id, p.owner_id,
    ${linkedIds('deal_ids', 'p')} as deal_ids, ${linkedIds('person_ids', 'p')} as person_ids,
    ${linkedIds('org_ids', 'p')} as org_ids, p.label_ids, crm.time_v2(p.add_time) as add_time,
    crm.time_v2(p.update_time) as update_time, crm.time_v2(p.status_change_time) as status_change_time,
    crm.time_v2(p.archive_time) as archive_time, ${customFieldsV2(fields, 'p')} as custom_fields`
}
