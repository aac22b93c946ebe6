import { EVERYTHING } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { Project } from './shape.ts'
import { severalProjectsV2 } from './store.ts'

export const projectFeed: Fed = {
  item: 'project',
  table: 'project',
  alias: 'p',
  scopes: ['projects:read', 'projects:full'],
  maySee: () => EVERYTHING,
  shape: Project,
  show: severalProjectsV2,
}
