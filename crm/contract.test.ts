import { openApiOf } from '@portico/kit/api/openapi'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { SCOPES } from './base/access/scopes.ts'
import { noRateLimit } from './base/api/rateLimit.ts'
import { crmApis } from './crmApis.ts'
import { operations } from './operations.ts'

/** Rules that hold for every operation of the CRM, looked up in the documents it publishes. */

const ORIGIN = 'http://portico.test'

/** Documents are made from the declarations alone, so no service is ever asked. */
const apis = crmApis({ origin: ORIGIN, signIn: {} } as never, noRateLimit)
const documents = apis.map(api => ({ name: api.name, document: openApiOf(api as never, ORIGIN) }))

const named = (operation: { api: string; name: string }) => `${operation.api} ${operation.name}`

test('every operation is declared once', () => {
  const names = operations.map(named)

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('every operation says what it does, in a sentence without a full stop', () => {
  const wrong = operations.filter(({ summary }) => !/^[A-Z].*[^.]$/.test(summary) || summary.length > 120)

  expect(wrong.map(named)).toEqual([])
})

/** What manages keys is opened by a session or by a token without scopes, so it names none. */
test('every operation of the contract that needs a caller needs a scope that there is', () => {
  const signedIn = operations.filter(
    ({ signIn, api }) => signIn === 'required' && !['crm-app', 'crm-oauth'].includes(api),
  )
  const wrong = signedIn.filter(({ scopes }) => scopes.length === 0 || scopes.some(scope => !(scope in SCOPES)))

  expect(wrong.map(named)).toEqual([])
})

/** The contract lets callers with `deals:read` write these, odd as it is. */
const WRITTEN_BY_READERS = /^\/deals\/\{id\}\/(installments|discounts)\b/

test('reading scopes open no operation that writes, but for those of the contract', () => {
  const writes = operations.filter(({ method, path }) => method !== 'GET' && !WRITTEN_BY_READERS.test(path))
  const wrong = writes.filter(operation => operation.scopes.some(scope => scope.endsWith(':read')))

  expect(wrong.map(named)).toEqual([])
})

test('every call of a known caller costs something, writes more than reading one record', () => {
  const signedIn = operations.filter(operation => operation.signIn === 'required')
  const wrong = signedIn.filter(({ cost, method }) => !Number.isInteger(cost) || cost < (method === 'GET' ? 1 : 2))

  expect(wrong.map(named)).toEqual([])
})

test('every name in a path is a declared parameter, and the other way round', () => {
  const wrong = operations.filter(({ path, params }) => {
    const inPath = [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name)
    return inPath.sort().join() !== Object.keys(params.properties).sort().join()
  })

  expect(wrong.map(named)).toEqual([])
})

test('lists by cursor take a cursor and a limit, and say where they go on', () => {
  const answered = operations.filter(operation => !operation.isEventStream)
  const wrong = answered.filter(({ query, beside }) => {
    const takes = 'cursor' in query.properties
    const tells = JSON.stringify(beside).includes('next_cursor')
    return takes !== tells || (takes && !('limit' in query.properties))
  })

  expect(wrong.map(named)).toEqual([])
})

test.each(documents)('the document of $name gives each operation an id of its own', ({ document }) => {
  const ids = Object.values(document.paths).flatMap(methods =>
    Object.values(methods).map(operation => (operation as { operationId: string }).operationId),
  )

  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('schemas with a name are written once', () => {
  expect(documents.filter(({ document }) => JSON.stringify(document).includes('"$ref"')).length).toBeGreaterThan(1)
})

test.each(documents)('the document of $name refers to nothing that is not in it', ({ document }) => {
  const text = JSON.stringify(document)
  const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')

  expect(referred.filter(name => !(name in document.components.schemas))).toEqual([])
})

/**
 * What a caller may write is in the reply under the same name, so that a field which was added to the input alone is
 * noticed. Those that are not are named here, with the reason.
 */
const NOT_SHOWN: Record<string, readonly string[]> = {
  // What v1 calls busy.
  'crm-v2 POST /activities': ['busy_flag'],
  'crm-v2 PATCH /activities/{id}': ['busy_flag'],
  // Names of the contract for what the reply calls otherwise: is_done, is_milestone, the first of assignee_ids.
  'crm-v2 POST /tasks': ['done', 'assignee_id', 'milestone'],
  'crm-v2 PATCH /tasks/{id}': ['done', 'assignee_id', 'milestone'],
  // archive_time says it; a template is copied, and counts for a new project alone.
  'crm-v2 POST /projects': ['template_id', 'is_archived'],
  'crm-v2 PATCH /projects/{id}': ['template_id', 'is_archived'],
  'crm-v1 POST /projects': ['template_id'],
  'crm-v2 POST /projectTemplates': ['project_id'],
  // The side of the relationship that is looked at.
  'crm-v1 POST /organizationRelationships': ['org_id'],
  'crm-v1 PUT /organizationRelationships/{id}': ['org_id'],
  // Payments have a list of their own; the rest says what is done.
  'crm-v1 POST /subscriptions/recurring': ['payments', 'update_deal_value'],
  'crm-v1 PUT /subscriptions/recurring/{id}': ['effective_date', 'payments', 'update_deal_value'],
  'crm-v1 POST /subscriptions/installment': ['payments', 'update_deal_value'],
  'crm-v1 PUT /subscriptions/installment/{id}': ['payments', 'update_deal_value'],
  // Files and secrets are not sent back.
  'crm-v2 POST /products/{id}/images': ['data'],
  'crm-v2 PUT /products/{id}/images': ['data'],
  'crm-v1 POST /files': ['file'],
  'crm-app POST /mailAccounts': ['password'],
  'crm-app PATCH /mailAccounts/{id}': ['password'],
  'crm-v2 PATCH /webhooks/{id}': ['http_auth_password'],
  // The thread shows its record, and whether it is shared.
  'crm-app POST /mailMessages': ['deal_id', 'lead_id', 'reply_to_message_id', 'shared_flag'],
  // The reply is the id of the record, or of something else that was made.
  'crm-v1 POST /files/remote': ['title', 'item_type', 'item_id'],
  'crm-v1 POST /files/remoteLink': ['title', 'item_type', 'item_id'],
  'crm-v1 POST /roles': ['name', 'parent_role_id'],
  'crm-v1 PUT /roles/{id}': ['name', 'parent_role_id'],
  'crm-v1 POST /roles/{id}/settings': ['setting_key', 'value'],
  'crm-app POST /tokens': ['name', 'scopes', 'read_only', 'expires_time'],
  'crm-app PATCH /reminders/{id}': ['minutes_before', 'dismissed', 'snooze_minutes'],
  'crm-v1 PUT /deals/{id}/merge': ['merge_with_id'],
  'crm-v1 POST /deals/{id}/merge': ['merge_with_id'],
  'crm-v1 PUT /organizations/{id}/merge': ['merge_with_id'],
  'crm-v1 PUT /persons/{id}/merge': ['merge_with_id'],
  // The records are not listed again, and its title says in words what is done with them.
  'crm-app POST /bulk': ['kind', 'ids', 'filter', 'action'],
  'crm-app POST /leads/bulk': ['ids', 'filter', 'action'],
}

test('what a caller may write is in the reply, but for what is named here', () => {
  const looked = operations.flatMap(operation => {
    const { method, body, reply } = operation
    const [sent, shown] = [namesIn(body), namesIn(reply)]
    if (!['POST', 'PUT', 'PATCH'].includes(method) || !sent || !shown?.includes('id')) return []
    return [[named(operation), sent.filter(field => !shown.includes(field))] as const]
  })
  const notShown = looked.filter(([, fields]) => fields.length > 0)

  expect(looked.length).toBeGreaterThan(60)
  expect(Object.fromEntries(notShown)).toEqual(NOT_SHOWN)
})

function namesIn(schema: TSchema | undefined): string[] | undefined {
  const { properties } = (schema ?? {}) as { properties?: object }
  return properties && Object.keys(properties)
}
