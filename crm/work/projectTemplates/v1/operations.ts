import { Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { cursorQueryOf, nextCursor } from '../../../base/lists/cursor.ts'
import { ProjectTemplateV1 } from './shape.ts'
import { oneTemplateV1, templatePageV1 } from './store.ts'

const READERS = ['projects:read', 'projects:full'] as const
/** Callers of v1 who send no limit expect all there is. */
const MOST = 500

const getTemplates = v1({
  route: 'GET /projectTemplates',
  summary: 'Get all project templates',
  scopes: READERS,
  query: cursorQueryOf({ most: MOST }),
  reply: Type.Array(ProjectTemplateV1),
  beside: nextCursor,
  cost: 20,
  run: ({ query: { limit = MOST, cursor } }, crm) => templatePageV1(crm, sql`true`, { limit, cursor }),
})

const getTemplate = v1({
  route: 'GET /projectTemplates/{id}',
  summary: 'Get a project template',
  scopes: READERS,
  params: { id: Id },
  reply: ProjectTemplateV1,
  beside: nothingBeside,
  cost: 2,
  run: ({ params }, crm) => oneTemplateV1(crm, params.id),
})

export const projectTemplatesV1 = [getTemplates, getTemplate]
