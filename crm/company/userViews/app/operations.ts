import { json } from '@portico/kit/api/json'
import { optional } from '@portico/kit/api/schemas'
import { app } from '../../../base/api/operation.ts'
import { UserViews } from './shape.ts'
import { findViews, storeViews } from './store.ts'

const { deal_list, person_list, organization_list, product_list, deal_card, project_card, insights } =
  UserViews.properties

/** What nobody has arranged yet. */
const UNARRANGED: UserViews = {
  deal_list: null,
  person_list: null,
  organization_list: null,
  product_list: null,
  deal_card: null,
  project_card: null,
  insights: null,
}

const getViews = app({
  route: 'GET /views',
  summary: 'Get how the calling user has arranged screens: columns of lists, fields of cards, charts',
  reply: UserViews,
  run: async (_, crm) => json<UserViews>(await findViews(crm, UNARRANGED)),
})

const updateViews = app({
  route: 'PATCH /views',
  summary: 'Keep how the calling user has arranged screens; null for one is as it comes, those not named stay',
  body: {
    deal_list: optional(deal_list),
    person_list: optional(person_list),
    organization_list: optional(organization_list),
    product_list: optional(product_list),
    deal_card: optional(deal_card),
    project_card: optional(project_card),
    insights: optional(insights),
  },
  reply: UserViews,
  cost: 2,
  async run({ body }, crm) {
    await storeViews(crm, body)
    return json<UserViews>(await findViews(crm, UNARRANGED))
  },
})

export const userViews = [getViews, updateViews]
