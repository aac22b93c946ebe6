import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { ClientNetwork } from '@portico/kit/http/clientNetwork'
import { rollingLimiter } from '@portico/kit/http/limiter'

/** Holds back whoever tries secrets, codes and tokens that are wrong: one network for one client id, and for all. */
export interface ClientTries {
  refuseTooMany(call: Call, clientId: string): void
  countWrong(call: Call, clientId: string): void
}

const WRONG_OF_CLIENT = { limit: 30, windowMs: 60_000 }
const WRONG_OF_NETWORK = { limit: 300, windowMs: 60_000 }

export function openClientTries({ clientOf, limited }: { clientOf: ClientNetwork; limited: boolean }): ClientTries {
  const ofClient = rollingLimiter(WRONG_OF_CLIENT)
  const ofNetwork = rollingLimiter(WRONG_OF_NETWORK)
  const take = (call: Call, clientId: string, weight: number) => {
    const [network, now] = [clientOf(call), call.receivedAt.getTime()]
    return [ofClient.take(`${network} ${clientId}`, now, weight), ofNetwork.take(network, now, weight)]
  }
  return {
    refuseTooMany(call, clientId) {
      if (!limited) return
      for (const { remaining, reset } of take(call, clientId, 0))
        if (remaining < 1) throw failure('too_many', 'Too many wrong tries, wait a moment', { retryAfter: reset })
    },
    countWrong: (call, clientId) => void take(call, clientId, 1),
  }
}
