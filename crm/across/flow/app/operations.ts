import { Id, nullable, Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { requireLead } from '../../../sales/leads/store.ts'
import { requireProduct } from '../../../sales/products/store.ts'
import { requireProject } from '../../../work/projects/store.ts'
import { FlowItem, flowBeside, flowPage, flowQuery } from '../v1/flow.ts'

const shown = { query: flowQuery, reply: nullable(Type.Array(FlowItem)), beside: flowBeside, cost: 40 }

/** The flows that v1 has not. */
export const appFlows = [
  app({
    route: 'GET /leads/{id}/flow',
    summary: 'List everything that happened to a lead and around it',
    params: { id: Uuid },
    ...shown,
    async run({ params, query }, crm) {
      await requireLead(crm, params.id)
      return flowPage(crm, 'lead', params.id, query)
    },
  }),
  app({
    route: 'GET /projects/{id}/flow',
    summary: 'List everything that happened to a project and around it',
    params: { id: Id },
    ...shown,
    async run({ params, query }, crm) {
      await requireProject(crm, params.id)
      return flowPage(crm, 'project', params.id, query)
    },
  }),
  app({
    route: 'GET /products/{id}/flow',
    summary: 'List everything that happened to a product',
    params: { id: Id },
    ...shown,
    async run({ params, query }, crm) {
      await requireProduct(crm, params.id)
      return flowPage(crm, 'product', params.id, query)
    },
  }),
]
