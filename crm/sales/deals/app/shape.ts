import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

/** An open deal for which nothing is planned. */
export const DealWithoutNextStep = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  owner_id: Type.Integer(),
  stage_id: Type.Integer(),
  person_name: nullable(Type.String()),
  org_name: nullable(Type.String()),
  update_time: Type.String(),
})
export type DealWithoutNextStep = Static<typeof DealWithoutNextStep>
