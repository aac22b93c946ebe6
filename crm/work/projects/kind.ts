import type { RecordKind } from '../../base/records/kind.ts'
import { projectFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'
import { projectRevert } from './revert.ts'
import { projectFeed } from './v2/feed.ts'
import { watchedProjects } from './watched.ts'

export const projectKind = {
  entity: 'project',
  fields: projectFields,
  filterable: true,
  whenPurged,
  revert: projectRevert,
  watched: watchedProjects,
  fed: projectFeed,
} as const satisfies RecordKind
