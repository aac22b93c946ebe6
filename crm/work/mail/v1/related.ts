import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { requireOrganization } from '../../../contacts/organizations/store.ts'
import { requirePerson } from '../../../contacts/persons/store.ts'
import { requireDeal } from '../../../sales/deals/store.ts'
import { ListedMailMessage } from './shape.ts'
import { type MailOf, selectMailOf } from './store.ts'

const query = {
  ...offsetQuery,
  include_body: optional(
    Type.Integer({ minimum: 0, maximum: 1, description: '1 adds the bodies; pages are of 50 then' }),
  ),
}

/** Bodies are up to a megabyte each. */
const MOST_WITH_BODY = 50

interface Asked {
  params: { id: number }
  query: Static<TObject<typeof query>>
}

/** The mail of a record. `require` refuses a record that is not there for the caller. */
function mailOf(kind: MailOf, require: (crm: Crm, id: number) => Promise<unknown>) {
  return {
    params: { id: Id },
    query,
    reply: nullable(Type.Array(ListedMailMessage)),
    beside: pagination,
    scopes: ['mail:read', 'mail:full'],
    cost: 20,
    async run({ params, query }: Asked, crm: Crm) {
      await require(crm, params.id)
      const withBody = query.include_body === 1
      const page = pageOf(query, withBody ? MOST_WITH_BODY : undefined)
      const texts = await selectMailOf(crm, kind, params.id, withBody, { ...page, limit: page.limit + 1 })
      return offsetPage<ListedMailMessage>(texts, page)
    },
  }
}

export const relatedMail = [
  v1({
    route: 'GET /deals/{id}/mailMessages',
    summary: 'List the mail messages of the threads on a deal, newest first',
    ...mailOf('deal', requireDeal),
  }),
  v1({
    route: 'GET /persons/{id}/mailMessages',
    summary: 'List the mail messages from and to a person, newest first',
    ...mailOf('person', requirePerson),
  }),
  v1({
    route: 'GET /organizations/{id}/mailMessages',
    summary: 'List the mail messages from and to the persons of an organization, newest first',
    ...mailOf('organization', requireOrganization),
  }),
]
