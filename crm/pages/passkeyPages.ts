import { asFailure } from '@portico/kit/api/asFailure'
import { failure } from '@portico/kit/api/failure'
import { redirect } from '@portico/kit/http/forms'
import { parseJson, readText } from '@portico/kit/http/request'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  addPasskey,
  askForPasskey,
  offerPasskey,
  removePasskey,
  signInWithPasskey,
} from '../company/signIn/passkeys.ts'
import { idOf } from './account/accountPages.tsx'
import { addressAfter } from './afterSignIn.ts'
import { write } from './crmOf.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'

/** What the script of the pages asks for; passkeys need one. */
export function passkeyPages(mount: Mount) {
  mount.post('/login/passkey/options', pageRequest =>
    asJson(async () => ({ options: await askForPasskey(pageRequest.services, pageRequest.call) })),
  )

  mount.post('/login/passkey', pageRequest =>
    asJson(async headers => {
      const { credential, next } = await readJson(pageRequest)
      const outcome = await signInWithPasskey(
        pageRequest.services,
        pageRequest.call,
        credentialIn<AuthenticationResponseJSON>(credential),
      )
      headers.append('set-cookie', outcome.cookie)
      return { to: addressAfter(outcome, String(next ?? '')) }
    }),
  )

  mount.memberPost(
    '/app/account/passkeys/options',
    pageRequest =>
      asJson(async () => {
        const { services, call, actor } = pageRequest
        const { password } = await readJson(pageRequest)
        return { options: await offerPasskey(services, call, actor, String(password ?? '')) }
      }),
    'always',
  )

  mount.memberPost(
    '/app/account/passkeys',
    pageRequest =>
      asJson(async headers => {
        const { name, credential } = await readJson(pageRequest)
        const given = {
          name: String(name ?? ''),
          credential: credentialIn<RegistrationResponseJSON>(credential),
        }
        headers.append('set-cookie', await write(pageRequest, crm => addPasskey(crm, given)))
        return { to: '/app/account?done=passkey' }
      }),
    'always',
  )

  mount.memberPost('/app/account/passkeys/:id/remove', async pageRequest => {
    await write(pageRequest, crm => removePasskey(crm, idOf(pageRequest.param('id'))))
    return redirect('/app/account?done=passkeygone')
  })
}

/** Answers the script: what was asked for, or why not. */
async function asJson(work: (headers: Headers) => Promise<object>): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  try {
    return new Response(JSON.stringify(await work(headers)), { headers })
  } catch (error) {
    const { status, message } = asFailure(error)
    if (status >= 500) throw error
    return new Response(JSON.stringify({ error: message }), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  }
}

const MOST_BYTES = 50_000

async function readJson({ request }: PageRequest): Promise<Record<string, unknown>> {
  const body = parseJson((await readText(request, MOST_BYTES)) || '{}')
  if (typeof body !== 'object' || body === null) throw failure('invalid', 'The body is no JSON object')
  return body as Record<string, unknown>
}

/** Looked into by the library, which throws on whatever is missing; here only what is read before that. */
function credentialIn<T extends AuthenticationResponseJSON | RegistrationResponseJSON>(given: unknown): T {
  const credential = given as { id?: unknown; response?: { clientDataJSON?: unknown } } | undefined
  if (typeof credential?.id !== 'string' || typeof credential.response?.clientDataJSON !== 'string')
    throw failure('invalid', 'credential has to be what the browser answered', { field: 'credential' })
  return given as T
}
