import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { v2 } from '../../../base/api/operation.ts'
import { downloadExport } from '../download.ts'
import { runExportsSoon } from '../exportsTask.ts'
import { KIND_NAMES, kindsFor } from '../kinds.ts'
import { deleteExports, FORMATS, insertExport, listExports, requireExport } from '../store.ts'
import { Export, showExport } from './shape.ts'

const params = { id: Id }
const open = { scopes: ['exports:full'], rights: ['can_export_data_from_lists'] } as const

const addExport = v2({
  route: 'POST /exports',
  summary: 'Begin to export everything of the company that you may see',
  description:
    'As of one moment, which is shown once it has begun. One export of a company is under way at a time; it is kept for seven days.',
  ...open,
  body: {
    format: optional(oneOf(FORMATS, { default: 'ndjson' })),
    kinds: optional(
      Type.Array(oneOf(KIND_NAMES), { minItems: 1, maxItems: 100, description: 'All of them when left out' }),
    ),
    include_files: optional(Type.Boolean({ description: 'Add the contents of files' })),
  },
  reply: Export,
  status: 202,
  cost: 100,
  async run({ body }, crm) {
    const { format = 'ndjson', kinds, include_files = false } = body ?? {}
    const chosen = kindsFor(crm.actor, kinds).map(kind => kind.name)
    const { row, isNew } = await insertExport(crm, { format, kinds: chosen, include_files })
    if (isNew) await auditCall(crm, 'export_made', row.id, { format, kinds: chosen, include_files })
    await runExportsSoon(crm.sql)
    return showExport(row, crm.services.origin)
  },
})

const getExports = v2({
  route: 'GET /exports',
  summary: 'List your exports, the newest first; admins see those of everybody',
  ...open,
  reply: Type.Array(Export),
  cost: 10,
  run: async (_, crm) => (await listExports(crm)).map(row => showExport(row, crm.services.origin)),
})

const getExport = v2({
  route: 'GET /exports/{id}',
  summary: 'Get how far an export is',
  ...open,
  params,
  reply: Export,
  cost: 1,
  run: async ({ params }, crm) => showExport(await requireExport(crm, params.id), crm.services.origin),
})

const getExportDownload = v2({
  route: 'GET /exports/{id}/download',
  summary: 'Download an export as a ZIP archive, or a range of it',
  ...open,
  params,
  reply: Type.Unknown(),
  whole: true,
  cost: 20,
  run: ({ params }, crm) => downloadExport(crm, params.id),
})

const deleteExport = v2({
  route: 'DELETE /exports/{id}',
  summary: 'Delete an export; one that is under way is given up',
  ...open,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    const row = await requireExport(crm, params.id)
    await deleteExports(crm.sql, row.company_id, [row.id])
    return { id: row.id }
  },
})

export const exports = [addExport, getExports, getExport, getExportDownload, deleteExport]
