import type { Call } from '@portico/kit/api/api'
import { isFailure } from '@portico/kit/api/failure'
import type { CrmServices } from '../../base/api/context.ts'
import { findApp, type OAuthApp } from './appStore.ts'
import { type Form, readClientForm } from './form.ts'
import { refusal } from './refusal.ts'
import { isSecret } from './secrets.ts'

/**
 * Does something for the app whose credentials a request shows; what is refused as wrong counts against whoever sent it.
 */
export async function forClient<T>(
  services: CrmServices,
  call: Call,
  work: (app: OAuthApp, form: Form) => Promise<T>,
): Promise<T> {
  const form = await readClientForm(call.request)
  const credentials = basicCredentials(call.request) ?? bodyCredentials(form)
  const { wrongClients } = services
  await wrongClients.refuseTooMany(call, credentials.id)
  try {
    const app = await services.database.read(sql => findApp(sql, credentials.id))
    // An unknown client costs the same comparison, so that time does not tell which ones there are.
    const isRight = isSecret(credentials.secret, app?.secretDigest ?? NO_DIGEST)
    if (!app || !isRight) throw refusal('invalid_client', 'there is no such app, or this is not its secret')
    return await work(app, form)
  } catch (error) {
    if (isFailure(error) && error.code === 'invalid') await wrongClients.countWrong(call, credentials.id)
    throw error
  }
}

const NO_DIGEST = new Uint8Array(32)

interface ClientCredentials {
  id: string
  secret: string
}

/** Text of both parts is form-encoded before it is joined (RFC 6749, section 2.3.1); ours has nothing to encode. */
function basicCredentials(request: Request): ClientCredentials | undefined {
  const authorization = request.headers.get('authorization')
  if (!authorization) return undefined
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1)
    throw refusal('invalid_client', 'the header Authorization must be Basic and the base64 of client_id:client_secret')
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

function bodyCredentials(form: Form): ClientCredentials {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')]
  if (id !== undefined && secret !== undefined) return { id, secret }
  throw refusal('invalid_client', 'send client_id and client_secret as Authorization: Basic, or as fields of the form')
}
