import type { RecordKind } from '../../base/records/kind.ts'
import { personFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'
import { personRevert } from './revert.ts'
import { recentPersons } from './v1/recent.ts'
import { personFeed } from './v2/feed.ts'
import { watchedPersons } from './watched.ts'

export const personKind = {
  entity: 'person',
  fields: personFields,
  filterable: true,
  whenMerged,
  whenPurged,
  recent: recentPersons,
  revert: personRevert,
  watched: watchedPersons,
  fed: personFeed,
} as const satisfies RecordKind
