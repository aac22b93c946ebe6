import type { Watched } from '../../base/records/watched.ts'
import { userKind } from '../../company/users/kind.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealInstallmentKind, dealProductKind } from '../../sales/dealProducts/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { leadKind } from '../../sales/leads/kind.ts'
import { pipelineKind } from '../../sales/pipelines/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import { stageKind } from '../../sales/stages/kind.ts'
import { activityKind } from '../../work/activities/kind.ts'
import { activityTypeKind } from '../../work/activityTypes/kind.ts'
import { noteKind } from '../../work/notes/kind.ts'
import { boardKind } from '../../work/projectBoards/kind.ts'
import { phaseKind } from '../../work/projectPhases/kind.ts'
import { projectKind } from '../../work/projects/kind.ts'
import { taskKind } from '../../work/tasks/kind.ts'

/** Every kind of record whose changes webhooks tell of. */
export const WATCHED: readonly Watched[] = [
  activityKind,
  activityTypeKind,
  boardKind,
  dealInstallmentKind,
  dealKind,
  dealProductKind,
  leadKind,
  noteKind,
  organizationKind,
  personKind,
  phaseKind,
  pipelineKind,
  productKind,
  projectKind,
  stageKind,
  taskKind,
  userKind,
].map(kind => kind.watched)

/** By the names that the change log and webhooks have for them. */
export const WATCHED_IN_LOG: ReadonlyMap<string, Watched> = new Map(WATCHED.map(kind => [kind.logged, kind]))
export const WATCHED_OBJECTS: ReadonlyMap<string, Watched> = new Map(WATCHED.map(kind => [kind.object, kind]))
