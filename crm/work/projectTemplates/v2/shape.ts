import { named } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { TemplateActivity, TemplateTask, template } from '../shape.ts'

/** A template in a list, which leaves out its groups, tasks and activities. */
export const ProjectTemplate = named('ProjectTemplate', Type.Object(template))
export type ProjectTemplate = Static<typeof ProjectTemplate>

/** A template with all it holds. */
export const WholeProjectTemplate = named(
  'WholeProjectTemplate',
  Type.Object({
    ...template,
    groups: Type.Array(Type.String()),
    tasks: Type.Array(TemplateTask),
    activities: Type.Array(TemplateActivity),
  }),
)
export type WholeProjectTemplate = Static<typeof WholeProjectTemplate>
