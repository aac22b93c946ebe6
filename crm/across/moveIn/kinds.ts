import type { MovedKind } from './kind.ts'
import { organizations, persons } from './kinds/contacts.ts'
import { deals } from './kinds/deals.ts'
import { fieldKinds } from './kinds/fields.ts'
import { filters } from './kinds/filters.ts'
import { goals } from './kinds/goals.ts'
import { leadLabels, leads } from './kinds/leads.ts'
import { currencies, hiddenPipelines, permissionSets, roles, teams, users } from './kinds/people.ts'
import { pipelines, stages } from './kinds/pipelines.ts'
import { products } from './kinds/products.ts'
import { boards, phases, projects, tasks } from './kinds/projects.ts'
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
