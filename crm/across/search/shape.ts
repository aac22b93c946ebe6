import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type TObject, type TProperties } from 'typebox'

const Owner = Type.Object({ id: Type.Integer() })
const Named = nullable(Type.Object({ id: Type.Integer(), name: Type.String() }))
const Texts = Type.Array(Type.String())

/** What is shown of a record that was found, by kind. */
export const ITEMS = {
  deal: Type.Object({
    id: Type.Integer(),
    type: Type.String(),
    title: Type.String(),
    value: nullable(Type.Number()),
    currency: Type.String(),
    status: Type.String(),
    visible_to: Type.Integer(),
    owner: Owner,
    stage: Type.Object({ id: Type.Integer(), name: Type.String() }),
    person: Named,
    organization: Named,
    custom_fields: Texts,
    notes: Texts,
    is_archived: Type.Boolean(),
    cc_email: optional(Type.String()),
  }),
  lead: Type.Object({
    id: Type.String(),
    type: Type.String(),
    title: Type.String(),
    owner: Owner,
    person: Named,
    organization: Named,
    phones: Texts,
    emails: Texts,
    custom_fields: Texts,
    notes: Texts,
    value: nullable(Type.Number()),
    currency: nullable(Type.String()),
    visible_to: Type.Integer(),
    is_archived: Type.Boolean(),
    was_seen: optional(Type.Boolean()),
  }),
  organization: Type.Object({
    id: Type.Integer(),
    type: Type.String(),
    name: Type.String(),
    address: nullable(Type.String()),
    visible_to: Type.Integer(),
    owner: Owner,
    custom_fields: Texts,
    notes: Texts,
  }),
  person: Type.Object({
    id: Type.Integer(),
    type: Type.String(),
    name: Type.String(),
    phones: Texts,
    emails: Texts,
    visible_to: Type.Integer(),
    owner: Owner,
    organization: Named,
    custom_fields: Texts,
    notes: Texts,
    picture: optional(Type.Unknown()),
  }),
  product: Type.Object({
    id: Type.Integer(),
    type: Type.String(),
    name: Type.String(),
    code: nullable(Type.String()),
    visible_to: Type.Integer(),
    owner: Owner,
    custom_fields: Texts,
    prices: optional(Type.Array(Type.Object({ currency: Type.String(), price: Type.Number() }))),
  }),
  project: Type.Object({
    id: Type.Integer(),
    type: Type.String(),
    title: Type.String(),
    status: Type.String(),
    owner: Owner,
    board_id: Type.Integer(),
    phase: Type.Object({ id: Type.Integer(), name: Type.String() }),
    person: Named,
    organization: nullable(Type.Object({ id: Type.Integer(), name: Type.String(), address: nullable(Type.String()) })),
    deal: nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
    deal_count: Type.Integer(),
    description: nullable(Type.String()),
    end_date: nullable(Type.String()),
    custom_fields: Texts,
    notes: Texts,
  }),
}

function foundItem<T extends TProperties>(item: TObject<T>) {
  return Type.Object({ result_score: Type.Number(), item })
}

export function foundItems<T extends TProperties>(item: TObject<T>) {
  return Type.Object({ items: Type.Array(foundItem(item)) })
}

/** An item of any kind. */
export const AnyItem = named(
  'SearchItem',
  foundItem(Type.Object({ id: Type.Union([Type.Integer(), Type.String()]) }, { additionalProperties: true })),
)
