import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

/** A group of what there is to do in a project, the same in both versions. */
export const ProjectGroup = named(
  'ProjectGroup',
  Type.Object({ id: Type.Integer(), name: Type.String(), order_nr: Type.Integer() }),
)

export type ProjectGroup = Static<typeof ProjectGroup>
