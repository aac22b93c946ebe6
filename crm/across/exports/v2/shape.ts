import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { timeV2 } from '../../../base/records/time.ts'
import { type ExportRow, FORMATS, STATES } from '../store.ts'

export const Export = named(
  'Export',
  Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer({ description: 'Who asked for it: it holds what that user may see' }),
    format: oneOf(FORMATS),
    kinds: Type.Array(Type.String()),
    include_files: Type.Boolean(),
    state: oneOf(STATES),
    as_of: nullable(
      Type.String({ description: 'The moment at which everything in it stood; null until it has begun' }),
    ),
    progress: Type.Array(
      Type.Object({
        kind: Type.String(),
        done: Type.Integer({ description: 'Records that are written' }),
        total: nullable(
          Type.Integer({ description: 'Records of the kind when it began, those you may not see included' }),
        ),
      }),
    ),
    size: Type.Integer({ description: 'Bytes: of the archive once it is done, of what is written until then' }),
    problem: nullable(Type.String({ description: 'Why it failed' })),
    add_time: Type.String(),
    finish_time: nullable(Type.String()),
    expires_time: nullable(Type.String({ description: 'When it is removed' })),
    download_url: nullable(Type.String({ description: 'Once it is done' })),
  }),
)

export type Export = Static<typeof Export>

export function showExport(row: ExportRow, origin: string): Static<typeof Export> {
  return {
    id: row.id,
    user_id: row.user_id,
    format: row.format,
    kinds: row.kinds,
    include_files: row.include_files,
    state: row.state,
    as_of: row.moment_time?.toISOString() ?? null,
    progress: row.kinds.map(kind => ({ kind, done: row.done[kind] ?? 0, total: row.totals[kind] ?? null })),
    size: Number(row.size),
    problem: row.problem,
    add_time: timeV2(row.add_time),
    finish_time: row.finish_time && timeV2(row.finish_time),
    expires_time: row.expires_time && timeV2(row.expires_time),
    download_url: row.state === 'done' ? `${origin}/api/v2/exports/${row.id}/download` : null,
  }
}
