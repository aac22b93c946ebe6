import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { template } from '../shape.ts'

export const ProjectTemplateV1 = named('ProjectTemplateV1', Type.Object(template))
export type ProjectTemplateV1 = Static<typeof ProjectTemplateV1>
