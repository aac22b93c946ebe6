import type { RecordKind } from '../../base/records/kind.ts'
import { organizationFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'
import { organizationRevert } from './revert.ts'
import { toldOrganizations } from './told.ts'
import { recentOrganizations } from './v1/recent.ts'

export const organizationKind = {
  entity: 'organization',
  fields: organizationFields,
  filterable: true,
  whenMerged,
  whenPurged,
  recent: recentOrganizations,
  revert: organizationRevert,
  told: toldOrganizations,
} as const satisfies RecordKind
