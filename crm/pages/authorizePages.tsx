import { redirect, type Values } from '@portico/kit/http/forms'
import { pagePolicy } from '@portico/kit/http/pageHeaders'
import { scopeInWords } from '../base/access/scopes.ts'
import { authorize, requireUsableApps } from '../company/oauth/authorize.ts'
import {
  AUTHORIZE,
  type AuthorizeRequest,
  answerAddress,
  REQUEST_FIELDS,
  readAuthorizeRequest,
} from '../company/oauth/authorizeRequest.ts'
import { findConsenting } from '../company/oauth/consentStore.ts'
import { type MemberRequest, type Mount, toLogin, toSecondFactor } from './mount.tsx'
import { page } from './respond.tsx'

/** Where apps send people to be asked. Only a request that names an app and its own address is ever answered to it. */
export function authorizePages(mount: Mount) {
  mount.get('/oauth/authorize', async pageRequest => {
    const { services, url, actor } = pageRequest
    const asked = await services.database.read(sql => readAuthorizeRequest(sql, url.searchParams))
    if (asked.error) return sendBack(answerAddress(asked, { error: asked.error }))
    if (!actor) return toLogin(pageRequest)
    if (actor.lacksSecondFactor) return toSecondFactor()
    return showConsent({ ...pageRequest, actor }, asked, url.searchParams)
  })

  mount.post('/oauth/authorize', async pageRequest => {
    const { services, call, actor } = pageRequest
    const values = await pageRequest.form()
    const given = requestOf(values)
    const asked = await services.database.read(sql => readAuthorizeRequest(sql, given))
    if (asked.error) return sendBack(answerAddress(asked, { error: asked.error }))
    if (!actor) return redirect(`${AUTHORIZE}?${given}`)
    if (actor.lacksSecondFactor) return toSecondFactor()
    // Somebody else signed in meanwhile, or to another company: the question was not put to them.
    if (values.as !== nameOf(actor)) return showConsent({ ...pageRequest, actor }, asked, given)
    if (values.decision !== 'allow') return sendBack(answerAddress(asked, { error: 'access_denied' }))
    return sendBack(answerAddress(asked, { code: await authorize(services, call, actor, asked) }))
  })
}

function sendBack(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
}

/** The request of the app, as the form of the page carries it. */
function requestOf(values: Values): URLSearchParams {
  const given = new URLSearchParams()
  for (const name of REQUEST_FIELDS) if (values[name]) given.set(name, values[name])
  return given
}

const nameOf = ({ companyId, userId }: { companyId: number; userId: number }) => `${companyId}:${userId}`

async function showConsent(
  pageRequest: MemberRequest,
  { app }: AuthorizeRequest,
  given: URLSearchParams,
): Promise<Response> {
  const { services, actor } = pageRequest
  requireUsableApps(actor)
  const person = await services.database.read(sql => findConsenting(sql, actor))
  const { origin, host } = new URL(app.redirectUri)
  const headers = { 'content-security-policy': pagePolicy(origin) }
  return page(
    pageRequest,
    { title: `Allow ${app.name}?`, headers },
    <section class="panel">
      <h1>Allow {app.name} to act for you?</h1>
      <p>
        {app.name}
        {app.companyId !== actor.companyId && `, registered by ${app.company},`} will be able to do this in{' '}
        <strong>{person.company}</strong>, as <strong>{person.name}</strong> ({person.email}):
      </p>
      <ul>
        {app.scopes.map(scope => (
          <li>{scopeInWords(scope)}</li>
        ))}
      </ul>
      <p>
        It can do nothing that you may not do yourself, and you can take this back on your account page at any time. You
        will be sent to {host}.
      </p>
      <form method="post" action="/oauth/authorize" class="form">
        {REQUEST_FIELDS.map(
          name => given.has(name) && <input type="hidden" name={name} value={given.get(name) ?? ''} />,
        )}
        <input type="hidden" name="as" value={nameOf(actor)} />
        <button class="button" type="submit" name="decision" value="allow">
          Allow
        </button>
        <button class="button quiet" type="submit" name="decision" value="deny">
          Deny
        </button>
      </form>
    </section>,
  )
}
