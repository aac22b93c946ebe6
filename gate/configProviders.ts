import { configError, functionIn, integerIn, objectIn, onlyKnown, parseUrl } from './configChecks.ts'
import type { SelfOptions } from './provider/self.ts'
import type { ZkOptions } from './provider/zk.ts'

export function providersIn(providers: unknown, dev: boolean): readonly string[] {
  if (!Array.isArray(providers)) throw configError('providers', 'must be an array of "self" and "zk"', providers)
  if (providers.length === 0) throw configError('providers', 'must name at least one provider ("self" or "zk")', [])
  const names = providers.map((provider: unknown, index) => providerName(provider, `providers[${index}]`))
  if (new Set(names).size < names.length) throw configError('providers', 'must not name a provider twice', names)
  if (names.includes('test') && !dev) {
    throw configError('providers', 'may contain "test" only when dev is true, since it lets everyone through')
  }
  return Object.freeze(names)
}

function providerName(provider: unknown, field: string): string {
  if (provider === 'self' || provider === 'zk' || provider === 'test') return provider
  const own = typeof provider === 'object' && provider !== null && 'name' in provider ? provider.name : undefined
  if (typeof own !== 'string') {
    throw configError(field, 'must be "self", "zk" or a provider of your own', provider)
  }
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(own) || ['self', 'zk', 'test', 'page'].includes(own)) {
    throw configError(`${field}.name`, 'must be a lower-case word other than "self", "zk", "test" and "page"', own)
  }
  checkProvider(objectIn<Record<string, unknown>>(field, provider), field)
  return own
}

/** A misspelt "page" must not silently do without the session cookie. */
function checkProvider(given: Record<string, unknown>, field: string): void {
  if (given.postedBy !== 'page' && given.postedBy !== 'elsewhere') {
    throw configError(`${field}.postedBy`, 'must be "page" or "elsewhere"', given.postedBy ?? 'nothing')
  }
  integerIn(`${field}.maxBody`, given.maxBody, 1, 16 * 1024 * 1024)
  for (const method of ['request', 'sessionOf', 'check']) functionIn(`${field}.${method}`, given[method] ?? 'nothing')
  for (const method of ['reply', 'script']) functionIn(`${field}.${method}`, given[method] ?? (() => {}))
  const { connects = [] } = given
  if (!Array.isArray(connects) || !connects.every(isOrigin)) {
    throw configError(`${field}.connects`, 'must be a list of origins such as "wss://relay.example"', given.connects)
  }
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z]+:\/\/[A-Za-z0-9.-]+(:\d+)?$/.test(value)
}

const KEY_PARTS = ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2', 'IC']

export function selfIn(self: unknown): SelfOptions {
  const given = objectIn<SelfOptions>('self', self)
  onlyKnown('self.', given, { hub: true, verificationKeys: true })
  if (given.hub !== undefined && !/^0x[0-9a-f]{40}$/i.test(String(given.hub))) {
    throw configError('self.hub', 'must be a contract address of 40 hexadecimal digits', given.hub)
  }
  const keys = Object.entries(objectIn<object>('self.verificationKeys', given.verificationKeys ?? {}))
  for (const [kind, key] of keys) {
    const field = `self.verificationKeys[${kind}]`
    if (kind !== '1' && kind !== '2')
      throw configError(field, 'is not a kind of document: 1 passports, 2 identity cards')
    const parts = objectIn<Record<string, unknown>>(field, key)
    const missing = KEY_PARTS.find(part => !Array.isArray(parts[part]))
    if (missing !== undefined) throw configError(`${field}.${missing}`, 'must be a list, as snarkjs exports it')
  }
  return Object.freeze({ ...given })
}

export function zkIn(zk: unknown): ZkOptions {
  const given = objectIn<ZkOptions>('zk', zk)
  onlyKnown('zk.', given, { bridgeUrl: true })
  if (given.bridgeUrl !== undefined && !/^wss?:$/.test(parseUrl(String(given.bridgeUrl))?.protocol ?? '')) {
    throw configError('zk.bridgeUrl', 'must be a ws or wss URL', given.bridgeUrl)
  }
  return Object.freeze({ ...given })
}
