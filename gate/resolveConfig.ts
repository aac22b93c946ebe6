import type { GateConfig, ResolvedConfig } from './config.ts'
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
import { disclosuresIn } from './configDisclosures.ts'
import { providersIn, selfIn, zkIn } from './configProviders.ts'
import { ENGLISH, type PageOptions } from './page/messages.ts'
import { memorySessions } from './session/memory.ts'
import { PENDING_SECONDS, type SessionAdapter } from './session/sessionAdapter.ts'

const OPTIONS: Readonly<Record<keyof GateConfig, true>> = {
  domain: true,
  basePath: true,
  dev: true,
  providers: true,
  disclosures: true,
  sessionAdapter: true,
  secret: true,
  lifetime: true,
  checkSeconds: true,
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
    checkSeconds: integerIn('checkSeconds', config.checkSeconds ?? 60, 1, PENDING_SECONDS),
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

function adapterIn(adapter: SessionAdapter): SessionAdapter {
  for (const method of ['has', 'get', 'set', 'consume'] as const) {
    if (typeof adapter?.[method] !== 'function') {
      throw configError('sessionAdapter', `must have the methods has, get, set and consume; "${method}" is missing`)
    }
  }
  for (const method of ['setIfPending', 'values'] as const) {
    functionIn(`sessionAdapter.${method}`, adapter[method] ?? (() => {}))
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

function scopeIn(scope: unknown): string {
  if (typeof scope !== 'string' || !/^[\x21-\x7e]{1,31}$/.test(scope)) {
    throw configError('scope', 'must be 1 to 31 printable ASCII characters without spaces', scope)
  }
  return scope
}
