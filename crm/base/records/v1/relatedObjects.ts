import { optional } from '@portico/kit/api/schemas'
import Type, { type TSchema } from 'typebox'
import type { Crm } from '../../api/context.ts'
import { type Related, selectRelated } from './relatedStore.ts'

/** `{ "12": {…}, "15": {…} }`; the placeholder is how the contract writes "any id". */
export function byId<T extends TSchema>(placeholder: string, schema: T) {
  return Type.Object({ [placeholder]: optional(schema) }, { additionalProperties: schema })
}

const Contact = Type.Array(Type.Object({ label: Type.String(), value: Type.String(), primary: Type.Boolean() }))

const RelatedDeal = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  status: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  stage_id: Type.Integer(),
  pipeline_id: Type.Integer(),
})

/** What v1 answers carry beside their data: each user, person, organization and deal they name, once. */
export const RelatedObjects = Type.Object({
  deal: optional(byId('DEAL_ID', RelatedDeal)),
  user: optional(
    byId(
      'USER_ID',
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        email: Type.String(),
        has_pic: Type.Integer(),
        pic_hash: Type.Union([Type.String(), Type.Null()]),
        active_flag: Type.Boolean(),
      }),
    ),
  ),
  organization: optional(
    byId(
      'ORGANIZATION_ID',
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        people_count: Type.Integer(),
        owner_id: Type.Integer(),
        address: Type.Union([Type.String(), Type.Null()]),
        active_flag: Type.Boolean(),
        cc_email: Type.String(),
      }),
    ),
  ),
  person: optional(
    byId(
      'PERSON_ID',
      Type.Object({
        active_flag: Type.Boolean(),
        id: Type.Integer(),
        name: Type.String(),
        email: Contact,
        phone: Contact,
        owner_id: Type.Integer(),
      }),
    ),
  ),
})

/** Looks up what an answer names. Kinds without any record are left out, as are records the caller may not see. */
export async function relatedObjects(crm: Crm, related: Related): Promise<Record<string, unknown>> {
  const found = await selectRelated(crm, related)
  return Object.fromEntries(Object.entries(found).filter(([, objects]) => objects !== null))
}
