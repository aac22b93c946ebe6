import { expect } from 'vitest'
import type { TestUser } from './startTestCrm.ts'

/**
 * Records for tests, made over the API as users make them: defaults for what a test does not say, and the record as
 * the API gives it back.
 *
 * @example const { id } = await aDeal(crm.owner, { value: 1200 })
 */
export const aDeal = (user: TestUser, values: object = {}) => made(user, '/v2/deals', { title: 'Deal', ...values })

export const aDealInEuros = (user: TestUser, values: object = {}) => aDeal(user, { currency: 'EUR', ...values })

export const aPerson = (user: TestUser, values: object = {}) => made(user, '/v2/persons', { name: 'Paula', ...values })

export const anOrganization = (user: TestUser, values: object = {}) =>
  made(user, '/v2/organizations', { name: 'Acme', ...values })

export const aProduct = (user: TestUser, values: object = {}) =>
  made(user, '/v2/products', { name: 'Product', ...values })

export const anActivity = (user: TestUser, values: object = {}) => made(user, '/v2/activities', values)

export const aProject = (user: TestUser, values: object = {}) =>
  made(user, '/v2/projects', { title: 'Project', ...values })

/** In the project that the values name. */
export const aTask = (user: TestUser, values: { project_id: number; [field: string]: unknown }) =>
  made(user, '/v2/tasks', { title: 'Task', ...values })

/** About a person of its own, unless the values name one. */
export async function aLead(user: TestUser, values: object = {}): Promise<Made<string>> {
  const person_id = 'person_id' in values ? values.person_id : (await aPerson(user)).id
  return made<string>(user, '/v1/leads', { title: 'Lead', ...values, person_id })
}

/** A product on a deal, a new one unless the values name one. */
export async function aLine(user: TestUser, dealId: number, values: object = {}): Promise<Made> {
  const product_id = 'product_id' in values ? values.product_id : (await aProduct(user)).id
  return made(user, `/v2/deals/${dealId}/products`, { item_price: 100, quantity: 1, ...values, product_id })
}

export interface Made<Id = number> {
  id: Id
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
  [field: string]: any
}

/** What a POST made; a refusal fails the test with the words of the API. */
export async function made<Id = number>(user: TestUser, path: string, body: object): Promise<Made<Id>> {
  const reply = await user.call('POST', path, body)
  expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300)
  return reply.body.data
}

/** The status of a refusal and the field it names: `[400, 'title']`. */
export async function fieldRefused(user: TestUser, method: string, path: string, body?: object) {
  const reply = await user.call(method, path, body)
  return [reply.status, reply.body.field]
}
