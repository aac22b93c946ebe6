import { describe, expect, it, vi } from 'vitest'
import { type GateConfig, gate } from './core.ts'
import { ALL_COUNTRIES } from './countries.ts'
import { SECRET } from './testing/visitor.ts'

const LEAST: GateConfig = {
  domain: 'https://example.com',
  providers: ['self'],
  disclosures: { minAge: 18 },
  secret: SECRET,
}

const OWN = {
  name: 'desk',
  postedBy: 'page',
  maxBody: 1_000,
  request: () => ({}),
  sessionOf: () => undefined,
  check: () => undefined,
}

/** Configurations as JavaScript callers write them, past the compiler. */
function wrong(changes: Record<string, unknown>): GateConfig {
  return { ...LEAST, ...changes }
}

describe('gate(config)', () => {
  it('fills in the defaults', () => {
    const { config } = gate(LEAST)

    expect(config).toMatchObject({
      domain: 'https://example.com',
      basePath: '/',
      dev: false,
      providers: ['self'],
      disclosures: { minAge: 18 },
      lifetime: 900,
      checkSeconds: 60,
      rpcUrl: 'https://forno.celo.org/',
      scope: 'gate',
      appName: 'example.com',
    })
    expect(Object.keys(config.sessionAdapter).sort()).toEqual(['consume', 'get', 'has', 'set', 'setIfPending'])
  })

  it('does not show the secret in the resolved configuration', () => {
    expect(JSON.stringify(gate(LEAST).config)).not.toContain(SECRET)
  })

  it.each([
    ['example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['HTTPS://Example.com:8443', 'https://example.com:8443'],
    ['localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('reads the domain %s as %s', (domain, origin) => {
    expect(gate({ ...LEAST, domain }).config.domain).toBe(origin)
  })

  it.each([
    ['/', '/'],
    ['/gate', '/gate'],
    ['/gate/', '/gate'],
    ['/a/b', '/a/b'],
  ])('reads the base path %s as %s', (basePath, read) => {
    expect(gate({ ...LEAST, basePath }).config.basePath).toBe(read)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ domain: undefined }, 'gate: domain must be a public origin such as "https://example.com", got "nothing"'],
    [{ domain: 'ftp://example.com' }, 'domain must be a public origin'],
    [{ domain: 'https://example.com/shop' }, 'without a path (use basePath)'],
    [{ domain: 'https://me:pw@example.com' }, 'domain must be a public origin'],
    [{ domain: 'http://example.com' }, 'domain must use https unless dev is true'],
    [{ basePath: 'gate' }, 'basePath must be a plain path such as "/" or "/gate", got "gate"'],
    [{ basePath: '/a/../b' }, 'basePath must not contain'],
    [{ basePath: '/a?b' }, 'basePath must be a plain path'],
    [{ dev: 'yes' }, 'dev must be true or false, got "yes"'],
    [{ providers: [] }, 'gate: providers must name at least one provider ("self" or "zk"), got []'],
    [{ providers: 'self' }, 'providers must be an array'],
    [{ providers: ['passport'] }, 'providers[0] must be "self", "zk" or a provider of your own, got "passport"'],
    [{ providers: ['self', 'self'] }, 'providers must not name a provider twice'],
    [{ providers: ['test'] }, 'providers may contain "test" only when dev is true'],
    [{ providers: [{ name: 'self' }] }, 'providers[0].name must be a lower-case word other than'],
    [{ disclosures: undefined }, 'disclosures must be an object'],
    [{ disclosures: {} }, 'disclosures.minAge must be a whole number from 1 to 99, got "nothing"'],
    [{ disclosures: { minAge: 17.5 } }, 'disclosures.minAge must be a whole number from 1 to 99, got 17.5'],
    [{ disclosures: { minAge: 100 } }, 'disclosures.minAge must be a whole number from 1 to 99, got 100'],
    [{ disclosures: { minAge: 18, nationalty: {} } }, 'disclosures.nationalty is not an option'],
    [
      { disclosures: { minAge: 18, nationality: { included: ['FRA'], excluded: ['ITA'] } } },
      'disclosures.nationality must have either "included" or "excluded", not both',
    ],
    [
      { disclosures: { minAge: 18, issuingState: {} } },
      'disclosures.issuingState must have either "included" or "excluded", got neither',
    ],
    [
      { disclosures: { minAge: 18, nationality: { included: ['France'] } } },
      'disclosures.nationality.included[0] must be a three-letter upper-case country code such as "FRA", got "France"',
    ],
    [{ disclosures: { minAge: 18, nationality: { included: [] } } }, 'must be a list of at least one country code'],
    [{ providers: ['zk'], disclosures: { minAge: 18, nationality: { included: ALL_COUNTRIES } } }, 'at most 200'],
    [
      { sessionAdapter: { has: () => {} } },
      'sessionAdapter must have the methods has, get, set and consume; "get" is missing',
    ],
    [
      { sessionAdapter: { has() {}, get() {}, set() {}, consume() {}, setIfPending: true } },
      'sessionAdapter.setIfPending must be a function',
    ],
    [{ secret: 'short' }, 'secret must have at least 32 characters'],
    [{ secret: [] }, 'secret must be a text or a list'],
    [{ secret: [SECRET, 'short'] }, 'secret must have at least 32 characters'],
    [{ lifetime: 0 }, 'lifetime must be a whole number from 1 to 2592000'],
    [{ lifetime: 900n }, 'lifetime must be a whole number from 1 to 2592000, got bigint'],
    [{ checkSeconds: 0 }, 'checkSeconds must be a whole number from 1 to 600, got 0'],
    [{ rpcUrl: 'celo' }, 'rpcUrl must be an http or https URL'],
    [{ fetch: 'x' }, 'fetch must be a function'],
    [{ scope: 'x'.repeat(32) }, 'scope must be 1 to 31 printable ASCII characters'],
    [{ scope: 'größe' }, 'scope must be 1 to 31 printable ASCII characters'],
    [{ appName: '' }, 'appName must be a text of 1 to 64 characters'],
    [{ onEvent: 1 }, 'onEvent must be a function'],
    [{ self: { hub: '0x1' } }, 'self.hub must be a contract address'],
    [{ zk: { bridgeUrl: 'https://x' } }, 'zk.bridgeUrl must be a ws or wss URL'],
    [{ self: { verificationKeys: { 3: {} } } }, 'self.verificationKeys[3] is not a kind of document'],
    [
      { self: { verificationKeys: { 1: { vk_alpha_1: [] } } } },
      'self.verificationKeys[1].vk_beta_2 must be a list, as snarkjs exports it',
    ],
    [{ appName: 'Shop \ud83d' }, 'appName must be a text of 1 to 64 characters'],
    [{ page: { mesages: {} } }, 'page.mesages is not an option; known are title, lang, messages'],
    [{ page: { title: 5 } }, 'page.title must be a text of 1 to 200 characters, got 5'],
    [{ page: { lang: 'de_AT' } }, 'page.lang must be named after a language such as "de" or "de-AT", got "de_AT"'],
    [{ page: { messages: { de: { titel: 'x' } } } }, 'page.messages.de.titel is not an option'],
    [{ page: { messages: { de: { title: null } } } }, 'page.messages.de.title must be a text'],
    [{ providers: [{ ...OWN, postedBy: 'Page' }] }, 'providers[0].postedBy must be "page" or "elsewhere", got "Page"'],
    [{ providers: [{ ...OWN, postedBy: undefined }] }, 'providers[0].postedBy must be "page" or "elsewhere"'],
    [{ providers: [{ ...OWN, check: undefined }] }, 'providers[0].check must be a function'],
    [{ providers: [{ ...OWN, script: 'x' }] }, 'providers[0].script must be a function'],
    [{ providers: [{ ...OWN, maxBody: Number.POSITIVE_INFINITY }] }, 'providers[0].maxBody must be a whole number'],
    [{ providers: [{ ...OWN, connects: ["'unsafe-inline'"] }] }, 'providers[0].connects must be a list of origins'],
    [
      {
        providers: ['zk'],
        disclosures: { minAge: 18, nationality: { excluded: [...ALL_COUNTRIES.slice(0, 198), 'RKS'] } },
      },
      'must hold at most 200 countries with provider "zk", got 201',
    ],
    [{ disclosure: {} }, 'gate: disclosure is not an option'],
  ])('rejects %o and says which field and why', (changes, message) => {
    expect(() => gate(wrong(changes))).toThrow(message)
  })

  it('never shows a secret that is too short', () => {
    expect(() => gate({ ...LEAST, secret: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'))
  })

  it('warns once when there is no secret', async () => {
    // As a process that has just started: another test may have been warned.
    vi.resetModules()
    const { gate } = await import('./core.ts')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { secret: _, ...bare } = LEAST

    gate(bare)
    gate(bare)

    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })
})
