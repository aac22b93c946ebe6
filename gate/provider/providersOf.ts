import type { GateConfig, ResolvedConfig } from '../config.ts'
import type { Seams } from '../gateState.ts'
import type { Provider } from './provider.ts'
import { selfProvider } from './self.ts'
import { testProvider } from './test.ts'
import { zkProvider } from './zk.ts'

/** The configured providers, in the order in which the page offers them. */
export function providersOf(given: GateConfig, config: ResolvedConfig, seams: Seams): Provider[] {
  return given.providers.map(provider => {
    if (provider === 'self') return selfProvider(config, seams)
    if (provider === 'zk') return zkProvider(config, seams)
    if (provider === 'test') return testProvider()
    return provider
  })
}
