import { expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { anApp, bearer, tokensOf } from '../../testing/oauth.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { scopesBeside, scopesBesideThoseOf } from '../../testing/scopesBeside.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { SCOPES } from './scopes.ts'

/** What an app was granted opens exactly what names it: asked of every operation. */
const crm = await startTestCrm()
const named = ({ api, name }: { api: string; name: string }) => `${api} ${name}`
const scoped = operations.filter(({ api, signIn }) => signIn === 'required' && api !== 'crm-oauth')

/** Calls an operation with ids that nothing has: whoever is let in finds nothing, or nothing to do. */
async function call({ api, method, path, bodyKind }: (typeof operations)[number], token: string) {
  const address = PREFIX[api] + path.replace(/\{(\w+)\}/g, '900001')
  const hasBody = method !== 'GET' && method !== 'DELETE' && bodyKind === 'json'
  const reply = await crm.answer(address, {
    method,
    headers: { ...bearer(token), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  })
  return { status: reply.status, text: await reply.text() }
}

/** The access token of an app that was granted these scopes and no others. */
async function tokenFor(scopes: string[]): Promise<string> {
  const app = await anApp(crm, crm.owner, { scopes })
  const { access_token } = await tokensOf(crm, crm.owner, app)
  // Every grant has base as well; here it is a scope like the others.
  await crm.sql`update crm.oauth_grant set scopes = ${scopes} where app_id = ${app.id}`
  return access_token
}

test.each(Object.keys(SCOPES))('%s alone opens what names it', async scope => {
  const token = await tokenFor([scope])

  const wrong: string[] = []
  for (const operation of scoped.filter(({ scopes }) => scopes.includes(scope))) {
    const { status } = await call(operation, token)
    if (status === 403 || status >= 500) wrong.push(`${named(operation)}: ${status}`)
  }

  expect(wrong).toEqual([])
})

test('403 with every scope but those that an operation names', async () => {
  const tokens = new Map<string, string>()
  for (const scopes of scopesBeside(scoped)) tokens.set(scopes.join(), await tokenFor(scopes))

  const wrong: string[] = []
  for (const operation of scoped) {
    const { status, text } = await call(operation, tokens.get(scopesBesideThoseOf(operation).join()) ?? '')
    const isMismatch = text.includes('"error":"Scope and URL mismatch","errorCode":403')
    if (status !== 403 || !(isMismatch || operation.api === 'crm-app')) wrong.push(`${named(operation)}: ${status}`)
  }

  expect(wrong).toEqual([])
})
