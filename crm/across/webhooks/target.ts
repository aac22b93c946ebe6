import { failure, isFailure } from '@portico/kit/api/failure'
import { outgoingTarget } from '@portico/kit/http/outgoingTarget'

/**
 * Refuses addresses that nothing will be sent to, our own among them, however private targets may be. What a name leads
 * to is looked at whenever something is sent.
 */
export function checkTarget(
  address: string,
  { origin, privateTargets }: { origin: string; privateTargets: boolean },
  field = 'subscription_url',
) {
  const own = new URL(origin)
  try {
    const url = outgoingTarget(address, { privateTargets, own: { host: own.hostname } })
    if (url.host === own.host) throw failure('invalid', 'The address to send to must not be this API')
  } catch (error) {
    throw isFailure(error) ? failure(error.code, error.message, { field }) : error
  }
}
