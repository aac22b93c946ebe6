import type { MovedKind } from './kind.ts'
import { organizations, persons } from './kinds/contacts.ts'
import { fieldKinds } from './kinds/fields.ts'
import { filters } from './kinds/filters.ts'
import { currencies, hiddenPipelines, permissionSets, roles, teams, users } from './kinds/people.ts'
import { boards, phases, projects, tasks } from './kinds/projects.ts'
import { deals, goals, leadLabels, leads, pipelines, products, stages } from './kinds/sales.ts'
import { activities, activityTypes, files, notes } from './kinds/work.ts'

/** Everything that is copied, in an order in which most of what a record names was copied before it. */
export const MOVED_KINDS: readonly MovedKind[] = [
  currencies,
  roles,
  permissionSets,
  users,
  teams,
  ...fieldKinds,
  pipelines,
  stages,
  hiddenPipelines,
  activityTypes,
  leadLabels,
  boards,
  phases,
  organizations,
  persons,
  products,
  deals,
  leads,
  projects,
  tasks,
  activities,
  notes,
  files,
  filters,
  goals,
]
