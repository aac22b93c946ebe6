import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { LIMITS } from '../limits/atRest.ts'
import type { FieldEntity } from './catalog.ts'

/** Where a field is shown and stressed, which is for those who show it, and where it is demanded (`required.ts`). */
export type Flags = Record<string, Record<string, unknown>>

const Ids = Type.Array(Type.Integer(), { maxItems: LIMITS.fieldPlaces })
const visibility = { add_visible_flag: Type.Boolean(), details_visible_flag: Type.Boolean() }
const Pipelines = Type.Object({ show_in_all: Type.Boolean(), pipeline_ids: Ids })
const Dialog = Type.Object({ show: Type.Boolean(), order: nullable(Type.Integer()) })
const details = {
  org_detail_visible_flag: Type.Boolean(),
  person_detail_visible_flag: Type.Boolean(),
  deal_detail_visible_flag: Type.Boolean(),
}

const Important = Type.Object({ enabled: Type.Boolean(), stage_ids: Ids })
const Required = Type.Object({ enabled: Type.Boolean() })
const RequiredOnDeals = Type.Object({
  enabled: Type.Boolean(),
  stage_ids: Ids,
  statuses: Type.Record(Type.String(), Type.Array(oneOf(['open', 'won', 'lost']), { maxItems: 10 }), {
    maxProperties: LIMITS.fieldPlaces,
    description: 'By the id of a pipeline',
  }),
})

/** The flags of each kind of field as v2 shows them. */
export const FLAGS = {
  deal: {
    ui_visibility: Type.Object({
      ...visibility,
      projects_detail_visible_flag: Type.Boolean(),
      show_in_pipelines: Pipelines,
    }),
    important_fields: Important,
    required_fields: RequiredOnDeals,
  },
  person: {
    ui_visibility: Type.Object({ ...visibility, show_in_add_deal_dialog: Dialog }),
    important_fields: Important,
    required_fields: Required,
  },
  organization: {
    ui_visibility: Type.Object({
      ...visibility,
      ...details,
      show_in_add_deal_dialog: Dialog,
      show_in_add_person_dialog: Dialog,
    }),
    important_fields: Important,
    required_fields: Required,
  },
  product: { ui_visibility: Type.Object(visibility) },
  project: { ui_visibility: Type.Object(visibility), important_fields: Important, required_fields: Required },
  activity: { ui_visibility: Type.Object(visibility) },
}

/** The same flags as v2 takes them: any of them, the others stay as they are. */
export const GIVEN_FLAGS = {
  deal: {
    ui_visibility: Type.Partial(
      Type.Object({
        ...visibility,
        projects_detail_visible_flag: Type.Boolean(),
        show_in_pipelines: Type.Partial(Pipelines),
      }),
    ),
    important_fields: Type.Partial(Important),
    required_fields: Type.Partial(RequiredOnDeals),
  },
  person: {
    ui_visibility: Type.Partial(Type.Object({ ...visibility, show_in_add_deal_dialog: Type.Partial(Dialog) })),
    important_fields: Type.Partial(Important),
    required_fields: Type.Partial(Required),
  },
  organization: {
    ui_visibility: Type.Partial(
      Type.Object({
        ...visibility,
        ...details,
        show_in_add_deal_dialog: Type.Partial(Dialog),
        show_in_add_person_dialog: Type.Partial(Dialog),
      }),
    ),
    important_fields: Type.Partial(Important),
    required_fields: Type.Partial(Required),
  },
  product: { ui_visibility: Type.Partial(Type.Object(visibility)) },
  project: {
    ui_visibility: Type.Partial(Type.Object(visibility)),
    important_fields: Type.Partial(Important),
    required_fields: Type.Partial(Required),
  },
}

const shown = { add_visible_flag: false, details_visible_flag: true }
const dialog = { show: false, order: null }
const notImportant = { enabled: false, stage_ids: [] }

const DEFAULTS: Partial<Record<FieldEntity, Flags>> = {
  deal: {
    ui_visibility: {
      ...shown,
      projects_detail_visible_flag: false,
      show_in_pipelines: { show_in_all: true, pipeline_ids: [] },
    },
    important_fields: notImportant,
    required_fields: { enabled: false, stage_ids: [], statuses: {} },
  },
  person: {
    ui_visibility: { ...shown, show_in_add_deal_dialog: dialog },
    important_fields: notImportant,
    required_fields: { enabled: false },
  },
  organization: {
    ui_visibility: {
      ...shown,
      org_detail_visible_flag: true,
      person_detail_visible_flag: false,
      deal_detail_visible_flag: false,
      show_in_add_deal_dialog: dialog,
      show_in_add_person_dialog: dialog,
    },
    important_fields: notImportant,
    required_fields: { enabled: false },
  },
  project: { ui_visibility: shown, important_fields: notImportant, required_fields: { enabled: false } },
}

/** All flags of a field: those that were set over those of its kind. */
export function flagsOf(entity: FieldEntity, stored: Flags): Flags {
  return mergeFlags(DEFAULTS[entity] ?? { ui_visibility: shown }, stored)
}

/** Flags with some of them changed, group by group. */
export function mergeFlags(stored: Flags, given: Flags): Flags {
  const merged: Flags = { ...stored }
  for (const [group, flags] of Object.entries(given))
    merged[group] = { ...merged[group], ...mergedDialogs(merged[group], flags) }
  return merged
}

function mergedDialogs(stored: Record<string, unknown> = {}, given: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(given).map(([name, value]) => {
    const nested = name.startsWith('show_in_')
    return [name, nested ? { ...(stored[name] as object), ...(value as object) } : value]
  })
  return Object.fromEntries(entries)
}
