import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { LIMITS } from '../../../base/limits/atRest.ts'

const Code = Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters })

/** The list of a kind: which columns in which order, and how wide those are that somebody has pulled. */
const ListLayout = Type.Object({
  columns: Type.Array(Code, { maxItems: LIMITS.viewColumns }),
  widths: Type.Record(Code, Type.Integer({ minimum: 40, maximum: 2000 }), { maxProperties: LIMITS.viewWidths }),
})

/** The cards of a board: which fields they show beside their title. */
const CardLayout = Type.Object({ fields: Type.Array(Code, { maxItems: LIMITS.viewColumns }) })

/** What somebody has arranged; null is as it comes. */
export const UserViews = Type.Object({
  deal_list: nullable(ListLayout),
  person_list: nullable(ListLayout),
  organization_list: nullable(ListLayout),
  product_list: nullable(ListLayout),
  deal_card: nullable(CardLayout),
  project_card: nullable(CardLayout),
  insights: nullable(Type.Object({ charts: Type.Array(Code, { maxItems: LIMITS.viewColumns }) })),
})
export type UserViews = Static<typeof UserViews>
