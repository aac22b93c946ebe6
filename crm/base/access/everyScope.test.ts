import { expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { anApp, bearer, tokensOf } from '../../testing/oauth.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { SCOPES } from './scopes.ts'

/** What an app was granted opens exactly what names it, asked of every operation with every scope alone. */
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

test.each(Object.keys(SCOPES))('%s opens what names it; 403 from everything else', async scope => {
  const owner = await crm.company()
  const app = await anApp(crm, owner, { scopes: [scope] })
  const { access_token } = await tokensOf(crm, owner, app)
  // Every grant has base as well; here each scope is tried alone.
  await crm.sql`update crm.oauth_grant set scopes = array[${scope}] where company_id = ${owner.companyId}`

  const wrong: string[] = []
  for (const operation of scoped) {
    const { status, text } = await call(operation, access_token)
    const isOpen = operation.scopes.includes(scope)
    const isMismatch = status === 403 && text.includes('"error":"Scope and URL mismatch","errorCode":403')
    const isRefused = operation.api === 'crm-app' ? status === 403 : isMismatch
    if (isOpen ? status === 403 || status >= 500 : !isRefused) wrong.push(`${named(operation)}: ${status}`)
  }

  expect(wrong).toEqual([])
})
