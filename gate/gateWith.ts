import type { GateConfig } from './config.ts'
import type { Gate } from './core.ts'
import { gateStatesOf, type Seams } from './gateState.ts'
import { challenge } from './page/challenge.ts'
import { providersOf } from './provider/providersOf.ts'
import { resolveConfig } from './resolveConfig.ts'
import { basePathRemoved, route } from './route/route.ts'
import { verifiedOrPending } from './verified.ts'

/** As `gate`, with the clock, the randomness and the session ids given from outside. */
export function gateWith(given: GateConfig, seams: Seams): Gate {
  const config = resolveConfig(given)
  const stateFor = gateStatesOf(config, given.secret, providersOf(given, config, seams), seams)
  return {
    config,
    verified: (request, binding) => verifiedOrPending(stateFor(binding?.boundTo), request),
    verify: (request, binding) => route(stateFor(binding?.boundTo), request, new URL(request.url).pathname),
    async handle(request, binding) {
      const state = stateFor(binding?.boundTo)
      const path = basePathRemoved(state, new URL(request.url).pathname)
      return path === undefined ? undefined : route(state, request, path)
    },
    challenge: (pending, request) => challenge(stateFor(), pending, request),
  }
}
