import { isValid } from '@portico/kit/api/validate'
import Type, { type Static } from 'typebox'
import { problem } from '../config/problem.ts'

/** The first entry of a backup: what is in it and what it needs. */
export const MANIFEST = 'manifest.json'

const Manifest = Type.Object({
  format: Type.Literal(1),
  product: Type.Literal('portico'),
  createdAt: Type.String(),
  migrations: Type.Array(Type.Object({ owner: Type.String(), name: Type.String(), digest: Type.String() })),
  jobQueue: Type.Integer(),
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Type.Integer({ minimum: 0 }) }),
  ),
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), isCalled: Type.Boolean() })),
})
export type Manifest = Static<typeof Manifest>

export function parseManifest(text: string, path: string): Manifest {
  const value: unknown = JSON.parse(text)
  if (isManifest(value)) return value
  throw problem(`${path} is not a backup this version can read`)
}

function isManifest(value: unknown): value is Manifest {
  return isValid(Manifest, value)
}
