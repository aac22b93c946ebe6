import { Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import { v1 } from '../../../base/api/operation.ts'
import { requireOrganization } from '../../../contacts/organizations/store.ts'
import { requirePerson } from '../../../contacts/persons/store.ts'
import { requireDeal } from '../../../sales/deals/store.ts'
import { requireProduct } from '../../../sales/products/store.ts'
import { filePage, filesBeside, filesQuery, filesReply } from './page.ts'

/** The files of a record. */
const list = { params: { id: Id }, query: filesQuery, reply: filesReply, beside: filesBeside, cost: 20 }

const getDealFiles = v1({
  route: 'GET /deals/{id}/files',
  summary: 'List the files of a deal',
  scopes: ['deals:read', 'deals:full'],
  ...list,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return filePage(crm, sql`file.deal_id = ${params.id}`, query)
  },
})

const getPersonFiles = v1({
  route: 'GET /persons/{id}/files',
  summary: 'List the files of a person',
  scopes: ['contacts:read', 'contacts:full'],
  ...list,
  async run({ params, query }, crm) {
    await requirePerson(crm, params.id)
    return filePage(crm, sql`file.person_id = ${params.id}`, query)
  },
})

const getOrganizationFiles = v1({
  route: 'GET /organizations/{id}/files',
  summary: 'List the files of an organization',
  scopes: ['contacts:read', 'contacts:full'],
  ...list,
  async run({ params, query }, crm) {
    await requireOrganization(crm, params.id)
    return filePage(crm, sql`file.org_id = ${params.id}`, query)
  },
})

const getProductFiles = v1({
  route: 'GET /products/{id}/files',
  summary: 'List the files of a product',
  scopes: ['products:read', 'products:full'],
  ...list,
  async run({ params, query }, crm) {
    await requireProduct(crm, params.id)
    return filePage(crm, sql`file.product_id = ${params.id}`, query)
  },
})

export const relatedFiles = [getDealFiles, getPersonFiles, getOrganizationFiles, getProductFiles]
