import type { Recent } from '../../base/records/recent.ts'
import { userKind } from '../../company/users/kind.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { pipelineKind } from '../../sales/pipelines/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import { stageKind } from '../../sales/stages/kind.ts'
import { activityKind } from '../../work/activities/kind.ts'
import { activityTypeKind } from '../../work/activityTypes/kind.ts'
import { fileKind } from '../../work/files/kind.ts'
import { noteKind } from '../../work/notes/kind.ts'
import { filterKind } from '../filters/kind.ts'

/** Every kind of record that recents tells of. */
export const RECENT: readonly Recent[] = [
  activityKind,
  activityTypeKind,
  dealKind,
  fileKind,
  filterKind,
  noteKind,
  personKind,
  organizationKind,
  pipelineKind,
  productKind,
  stageKind,
  userKind,
].map(kind => kind.recent)
