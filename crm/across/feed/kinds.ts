import type { Crm } from '../../base/api/context.ts'
import type { Fed } from '../../base/records/fed.ts'
import { userKind } from '../../company/users/kind.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { leadKind } from '../../sales/leads/kind.ts'
import { pipelineKind } from '../../sales/pipelines/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import { stageKind } from '../../sales/stages/kind.ts'
import { activityKind } from '../../work/activities/kind.ts'
import { activityTypeKind } from '../../work/activityTypes/kind.ts'
import { fileKind } from '../../work/files/kind.ts'
import { noteKind } from '../../work/notes/kind.ts'
import { projectKind } from '../../work/projects/kind.ts'
import { taskKind } from '../../work/tasks/kind.ts'
import { hasScope } from '../changes/access.ts'
import { filterKind } from '../filters/kind.ts'

/** Every kind of record that the change feed tells of. */
export const FED: readonly Fed[] = [
  activityKind,
  activityTypeKind,
  dealKind,
  fileKind,
  filterKind,
  leadKind,
  noteKind,
  organizationKind,
  personKind,
  pipelineKind,
  productKind,
  projectKind,
  stageKind,
  taskKind,
  userKind,
].map(kind => kind.fed)

export const FED_ITEMS = FED.map(kind => kind.item)

/** Opens all of them, as it opens recents. */
export const ALL_CHANGES = 'recents:read'

/** The kinds a caller has asked for, as far as the credential opens them. */
export function kindsFor(crm: Pick<Crm, 'actor'>, items: readonly string[] | undefined): readonly Fed[] {
  return FED.filter(({ item, scopes }) => (items?.includes(item) ?? true) && hasScope(crm, [...scopes, ALL_CHANGES]))
}
