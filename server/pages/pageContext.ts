import type { Product } from '@portico/kit/api/product'
import type { Metrics } from '@portico/kit/log/metrics'
import type { SessionAdapter } from 'gate/session'
import type { Config } from '../config/readConfig.ts'
import type { GateProviders } from '../start/gateProviders.ts'
import type { Readiness } from '../start/readiness.ts'

/** What pages know of the server. */
export interface PageContext {
  config: Config
  secrets: readonly string[]
  gateProviders: GateProviders
  /** Where the demonstration of the gate keeps its sessions; undefined: in memory. */
  gateSessions: SessionAdapter | undefined
  products: readonly Product[]
  metrics: Metrics
  isReady(): Promise<Readiness>
}
