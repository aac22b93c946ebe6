import { describe, expect, it } from 'vitest'
import type { GateConfig } from '../core.ts'
import { aGate, DOMAIN } from '../testing/visitor.ts'

async function challenged(headers: Record<string, string> = {}, changes: Partial<GateConfig> = {}, method = 'GET') {
  const door = aGate({ providers: ['self', 'test'], ...changes })
  const request = new Request(`${DOMAIN}/film`, { method, headers })
  const pending = await door.verified(request)
  if (pending.type !== 'pending') throw new Error('expected pending')
  return door.challenge(pending, request)
}

describe('the challenge', () => {
  it('511 with a page that is never kept, never framed and loads nothing from elsewhere', async () => {
    const response = await challenged({ accept: 'text/html' })
    const page = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? ''

    expect(response.status).toBe(511)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).toContain(`<script nonce="${nonce}">`)
    expect([...page.matchAll(/\b(?:src|action|url\()="?https?:/g)]).toEqual([])
    expect([...page.matchAll(/\son\w+=|style="/g)]).toEqual([])
  })

  it('hides the buttons that only its script hears until the script runs', async () => {
    const page = await (await challenged({ accept: 'text/html' }, { providers: ['test'] })).text()

    expect(page).toMatch(/<section data-provider="test"[^>]* hidden><div class="row"><button/)
  })

  it('never uses a nonce twice', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => (await challenged()).headers.get('content-security-policy')),
    )

    expect(nonces[0]).not.toBe(nonces[1])
  })

  it.each([
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
    ['*/*', 'text/html'],
    ['text/*', 'text/html'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html;q=0, application/json', 'application/json'],
    ['image/png', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    expect((await challenged({ accept })).headers.get('content-type')).toContain(type)
  })

  it('answers programs with the session and what the providers need', async () => {
    const body = await (await challenged({ accept: 'application/json' }, { basePath: '/gate' })).json()

    expect(body).toMatchObject({
      type: 'pending',
      session: { id: expect.any(String), expiresAt: expect.any(Number) },
      providers: { self: { link: expect.stringContaining('https://redirect.self.xyz') }, test: {} },
      basePath: '/gate',
      disclosures: { minAge: 18 },
    })
  })

  it('has no body for HEAD', async () => {
    expect(await (await challenged({}, {}, 'HEAD')).text()).toBe('')
  })

  it('shows names as text, whatever is in them', async () => {
    const page = await (await challenged({}, { appName: '</script><img src=x onerror=alert(1)>"\'&' })).text()

    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; needs to know')
  })

  it("speaks the visitor's language where there is a table for it, else English", async () => {
    const page = { messages: { de: { title: 'Alter bestätigen' }, 'pt-BR': { title: 'Confirme sua idade' } } }
    const titleFor = async (lang: string) =>
      /<html lang="([\w-]+)">[\s\S]*<h1>(.*?)<\/h1>/
        .exec(await (await challenged({ 'accept-language': lang }, { page })).text())
        ?.slice(1)

    expect(await titleFor('de-AT,de;q=0.9,en;q=0.8')).toEqual(['de', 'Alter bestätigen'])
    expect(await titleFor('pt-br')).toEqual(['pt-BR', 'Confirme sua idade'])
    expect(await titleFor('fr, de;q=0.5')).toEqual(['de', 'Alter bestätigen'])
    expect(await titleFor('en-GB')).toEqual(['en', 'Confirm your age'])
    expect(await titleFor('fr')).toEqual(['en', 'Confirm your age'])
    expect(await titleFor('__proto__;;;q=x')).toEqual(['en', 'Confirm your age'])
  })

  it('prefers the table of the very language to that of its family, whichever comes first', async () => {
    const messages = { de: { title: 'Alter bestätigen' }, 'de-AT': { title: 'Alter bestätigen, bitte' } }
    const page = await (await challenged({ 'accept-language': 'de-AT' }, { page: { messages } })).text()

    expect(page).toContain('<h1>Alter bestätigen, bitte</h1>')
  })

  it('shows a provider whose name is a word of the language', async () => {
    const provider = {
      name: 'constructor',
      maxBody: 1_000,
      postedBy: 'page',
      request: () => ({ link: 'https://desk.example/' }),
      sessionOf: () => undefined,
      check: () => Promise.reject(new Error('not asked')),
    } as const

    expect(await (await challenged({}, { providers: [provider] })).text()).toContain('Open constructor')
  })

  it('shows a link too long for any code without one', async () => {
    const provider = {
      name: 'desk',
      maxBody: 1_000,
      postedBy: 'page',
      request: () => ({ link: `https://desk.example/?${'x'.repeat(3_000)}` }),
      sessionOf: () => undefined,
      check: () => Promise.reject(new Error('not asked')),
    } as const
    const page = await (await challenged({}, { providers: [provider] })).text()

    expect(page).toContain('<div data-ready class="codeless">')
    expect(page).toContain('xxx">Open desk</a>')
  })

  it('asks who you are when it asks where you are from', async () => {
    const page = await (
      await challenged({}, { disclosures: { minAge: 21, nationality: { included: ['FRA'] } } })
    ).text()

    expect(page).toContain('<h1>Confirm who you are</h1>')
    expect(page).toContain('at least 21 and where your document is from')
  })
})
