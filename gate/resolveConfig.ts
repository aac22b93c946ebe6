import type { CountryFilter, Disclosures, GateConfig, ResolvedConfig } from './config.ts'
import {
  booleanIn,
  configError,
  functionIn,
  integerIn,
  objectIn,
  onlyKnown,
  parseUrl,
  textIn,
  urlIn,
} from './configChecks.ts'
import { ALL_COUNTRIES, isCountry, spellingsOfCountry, type X511Country } from './countries.ts'
import { ENGLISH, type PageOptions } from './page/messages.ts'
import type { SelfOptions } from './provider/self.ts'
import type { ZkOptions } from './provider/zk.ts'
import { memorySessions } from './session/memory.ts'
import type { SessionAdapter } from './session/sessionAdapter.ts'

const OPTIONS: Readonly<Record<keyof GateConfig, true>> = {
  domain: true,
  basePath: true,
  dev: true,
  providers: true,
  disclosures: true,
  sessionAdapter: true,
  secret: true,
  lifetime: true,
  rpcUrl: true,
  fetch: true,
  scope: true,
  appName: true,
  page: true,
  onEvent: true,
  self: true,
  zk: true,
}

const PUBLIC_RPC = {
  production: 'https://forno.celo.org',
  development: 'https://forno.celo-sepolia.celo-testnet.org',
}

const KEY_PARTS = ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2', 'IC']

/** ZKPassport's circuits hold lists of at most this many countries. */
const MAX_COUNTRIES_ZK = 200

/** The configuration checked field by field, with its defaults. */
export function resolveConfig(config: GateConfig): ResolvedConfig {
  onlyKnown('', config, OPTIONS)
  const dev = booleanIn('dev', config.dev ?? false)
  const domain = originIn(config.domain, dev)
  const providers = providersIn(config.providers, dev)
  return Object.freeze({
    domain,
    basePath: basePathIn(config.basePath ?? '/'),
    dev,
    providers,
    disclosures: disclosuresIn(config.disclosures, providers),
    sessionAdapter: adapterIn(config.sessionAdapter ?? memorySessions()),
    lifetime: integerIn('lifetime', config.lifetime ?? 900, 1, 30 * 86_400),
    rpcUrl: urlIn('rpcUrl', config.rpcUrl ?? (dev ? PUBLIC_RPC.development : PUBLIC_RPC.production)),
    // Looked up at each call, so that a process may replace the global one later.
    fetch: functionIn('fetch', config.fetch ?? ((url: string, init?: RequestInit) => fetch(url, init))),
    scope: scopeIn(config.scope ?? 'gate'),
    appName: textIn('appName', config.appName ?? new URL(domain).host.slice(0, 64), 64),
    page: pageIn(config.page ?? {}),
    onEvent: functionIn('onEvent', config.onEvent ?? (() => {})),
    self: selfIn(config.self ?? {}),
    zk: zkIn(config.zk ?? {}),
  })
}

function originIn(domain: unknown, dev: boolean): string {
  const expected = 'must be a public origin such as "https://example.com"'
  if (typeof domain !== 'string' || domain === '') throw configError('domain', expected, domain ?? 'nothing')
  const bare = !/^[a-z]+:\/\//i.test(domain)
  const isLocal = /^(?:[a-z]+:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/i.test(domain)
  const scheme = isLocal ? 'http' : 'https'
  const url = parseUrl(bare ? `${scheme}://${domain}` : domain)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.host === '') {
    throw configError('domain', expected, domain)
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw configError('domain', `${expected}, without a path (use basePath)`, domain)
  }
  if (url.protocol === 'http:' && !dev && !isLocal) {
    throw configError('domain', 'must use https unless dev is true, since the cookies are Secure', domain)
  }
  return url.origin
}

function basePathIn(basePath: unknown): string {
  if (typeof basePath !== 'string' || !/^(\/[A-Za-z0-9._~-]+)*\/?$/.test(basePath) || !basePath.startsWith('/')) {
    throw configError('basePath', 'must be a plain path such as "/" or "/gate"', basePath)
  }
  if (/\/\.{1,2}(\/|$)/.test(basePath)) throw configError('basePath', 'must not contain "." or ".." parts', basePath)
  return basePath === '/' ? '/' : basePath.replace(/\/$/, '')
}

function providersIn(providers: unknown, dev: boolean): readonly string[] {
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
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(own) || ['self', 'zk', 'test'].includes(own)) {
    throw configError(`${field}.name`, 'must be a lower-case word other than "self", "zk" and "test"', own)
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

function disclosuresIn(disclosures: unknown, providers: readonly string[]): Disclosures {
  const given = objectIn<Record<string, unknown>>('disclosures', disclosures)
  onlyKnown('disclosures.', given, { minAge: true, nationality: true, issuingState: true })
  const filters = Object.fromEntries(
    ['nationality', 'issuingState']
      .filter(name => given[name] !== undefined)
      .map(name => [name, filterIn(`disclosures.${name}`, given[name], providers)]),
  )
  return Object.freeze({ minAge: integerIn('disclosures.minAge', given.minAge, 1, 99), ...filters })
}

function filterIn(field: string, filter: unknown, providers: readonly string[]): CountryFilter {
  const given = objectIn<Record<string, unknown>>(field, filter)
  onlyKnown(`${field}.`, given, { included: true, excluded: true })
  const { included, excluded } = given
  if (included !== undefined && excluded !== undefined) {
    throw configError(field, 'must have either "included" or "excluded", not both')
  }
  if (included !== undefined) return Object.freeze({ included: countriesIn(`${field}.included`, included, providers) })
  if (excluded !== undefined) return Object.freeze({ excluded: countriesIn(`${field}.excluded`, excluded, providers) })
  throw configError(field, 'must have either "included" or "excluded", got neither')
}

function countriesIn(field: string, list: unknown, providers: readonly string[]): readonly X511Country[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw configError(field, 'must be a list of at least one country code', list)
  }
  const countries = list.map((code: unknown, index) => {
    if (isCountry(code)) return code
    throw configError(`${field}[${index}]`, 'must be a three-letter upper-case country code such as "FRA"', code)
  })
  const distinct = ALL_COUNTRIES.filter(country => countries.includes(country))
  const spellings = distinct.flatMap(spellingsOfCountry).length
  if (providers.includes('zk') && spellings > MAX_COUNTRIES_ZK) {
    throw configError(field, `must hold at most ${MAX_COUNTRIES_ZK} countries with provider "zk"`, spellings)
  }
  return Object.freeze(distinct)
}

function adapterIn(adapter: SessionAdapter): SessionAdapter {
  for (const method of ['has', 'get', 'set', 'consume'] as const) {
    if (typeof adapter?.[method] !== 'function') {
      throw configError('sessionAdapter', `must have the methods has, get, set and consume; "${method}" is missing`)
    }
  }
  return adapter
}

function pageIn(page: unknown): PageOptions {
  const given = objectIn<PageOptions>('page', page)
  onlyKnown('page.', given, { title: true, lang: true, messages: true })
  if (given.title !== undefined) textIn('page.title', given.title, 200)
  if (given.lang !== undefined) languageIn('page.lang', given.lang)
  for (const [lang, messages] of Object.entries(objectIn<object>('page.messages', given.messages ?? {}))) {
    const field = `page.messages.${lang}`
    languageIn(field, lang)
    onlyKnown(`${field}.`, objectIn<object>(field, messages), ENGLISH)
    for (const [key, text] of Object.entries(messages)) {
      if (typeof text === 'string' && text.length <= 1_000) continue
      throw configError(`${field}.${key}`, 'must be a text of at most 1000 characters', text)
    }
  }
  return Object.freeze({ ...given })
}

function languageIn(field: string, lang: unknown): void {
  if (typeof lang !== 'string' || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(lang)) {
    throw configError(field, 'must be named after a language such as "de" or "de-AT"', lang)
  }
}

function selfIn(self: unknown): SelfOptions {
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

function zkIn(zk: unknown): ZkOptions {
  const given = objectIn<ZkOptions>('zk', zk)
  onlyKnown('zk.', given, { bridgeUrl: true })
  if (given.bridgeUrl !== undefined && !/^wss?:$/.test(parseUrl(String(given.bridgeUrl))?.protocol ?? '')) {
    throw configError('zk.bridgeUrl', 'must be a ws or wss URL', given.bridgeUrl)
  }
  return Object.freeze({ ...given })
}

function scopeIn(scope: unknown): string {
  if (typeof scope !== 'string' || !/^[\x21-\x7e]{1,31}$/.test(scope)) {
    throw configError('scope', 'must be 1 to 31 printable ASCII characters without spaces', scope)
  }
  return scope
}
