import type { Told } from '../base/records/told.ts'
import { userKind } from '../company/users/kind.ts'
import { organizationKind } from '../contacts/organizations/kind.ts'
import { personKind } from '../contacts/persons/kind.ts'
import { relationshipKind } from '../contacts/relationships/kind.ts'
import { dealInstallmentKind, dealProductKind } from '../sales/dealProducts/kind.ts'
import { dealKind } from '../sales/deals/kind.ts'
import { goalKind } from '../sales/goals/kind.ts'
import { leadLabelKind } from '../sales/leadLabels/kind.ts'
import { leadKind } from '../sales/leads/kind.ts'
import { pipelineKind } from '../sales/pipelines/kind.ts'
import { productKind } from '../sales/products/kind.ts'
import { stageKind } from '../sales/stages/kind.ts'
import { subscriptionKind } from '../sales/subscriptions/kind.ts'
import { activityKind } from '../work/activities/kind.ts'
import { activityTypeKind } from '../work/activityTypes/kind.ts'
import { callLogKind } from '../work/callLogs/kind.ts'
import { fileKind } from '../work/files/kind.ts'
import { commentKind, noteKind } from '../work/notes/kind.ts'
import { boardKind } from '../work/projectBoards/kind.ts'
import { projectGroupKind } from '../work/projectGroups/kind.ts'
import { phaseKind } from '../work/projectPhases/kind.ts'
import { projectKind } from '../work/projects/kind.ts'
import { projectTemplateKind } from '../work/projectTemplates/kind.ts'
import { taskKind } from '../work/tasks/kind.ts'
import { filterKind } from './filters/kind.ts'

/** Every kind of record whose changes are told to others, by the feed or by webhooks. */
export const TOLD: readonly Told[] = [
  activityKind,
  activityTypeKind,
  boardKind,
  callLogKind,
  commentKind,
  dealInstallmentKind,
  dealKind,
  dealProductKind,
  fileKind,
  filterKind,
  goalKind,
  leadKind,
  leadLabelKind,
  noteKind,
  organizationKind,
  personKind,
  phaseKind,
  pipelineKind,
  productKind,
  projectGroupKind,
  projectKind,
  projectTemplateKind,
  relationshipKind,
  stageKind,
  subscriptionKind,
  taskKind,
  userKind,
].map(kind => kind.told)
