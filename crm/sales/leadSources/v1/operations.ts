import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'

/** Where leads come from; the list is the same for every company. */
const LEAD_SOURCES = [
  'Manually created',
  'Deal',
  'Web forms',
  'Prospector',
  'Leadbooster',
  'Live chat',
  'Import',
  'Website visitors',
  'Workflow automation',
  'API',
] as const

const getLeadSources = v1({
  route: 'GET /leadSources',
  summary: 'Get all lead sources',
  scopes: ['leads:read', 'leads:full'],
  reply: Type.Array(Type.Object({ name: Type.String() })),
  cost: 2,
  run: async () => LEAD_SOURCES.map(name => ({ name })),
})

export const leadSources = [getLeadSources]
