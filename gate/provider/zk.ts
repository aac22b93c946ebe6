import type { ResolvedConfig } from '../config.ts'
import { type Provider, refused } from './provider.ts'

export function zkProvider(_config: ResolvedConfig): Provider {
  return {
    name: 'zk',
    maxBody: 1024 * 1024,
    postedBy: 'page',
    request: () => ({ data: {} }),
    sessionOf: () => undefined,
    check: async () => refused('unavailable', 'not built yet'),
  }
}
