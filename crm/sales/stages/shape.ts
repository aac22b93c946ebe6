import Type from 'typebox'

/** What both versions show of a stage. */
export const stage = {
  id: Type.Integer(),
  order_nr: Type.Integer(),
  name: Type.String(),
  deal_probability: Type.Integer(),
  pipeline_id: Type.Integer(),
  add_time: Type.String(),
  update_time: Type.String(),
}
