import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserPath, closePages, inspect, openBrowser } from '@portico/kit/testing/browser'
import { Configuration as ConfigurationV1, OAuth2Configuration, type TokenResponse, UsersApi } from 'pipedrive/v1'
import { Configuration, DealsApi } from 'pipedrive/v2'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { jsonOf } from './testing/json.ts'
import { startTestServer } from './testing/startTestServer.ts'

/* The whole way of OAuth: the official client, a browser, and an app that listens at its address. */

const { server, token, origin: reached } = await startTestServer({ PORTICO_PRIVATE_TARGETS: 'allow' })
const host = reached.replace('127.0.0.1', 'localhost')
const { email, password } = { email: 'owner@example.com', password: server.firstOwner?.password ?? '' }

/** Processes hear of what has ended a moment later. */
const SOON = 30_000

/** The app: shows the browser a page at its address, and hears when it is uninstalled. */
const uninstalled: string[] = []
const listener = createServer((request, response) => {
  if (request.method === 'DELETE') request.on('data', piece => uninstalled.push(String(piece)))
  response.end('welcome back')
})
await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
afterAll(() => {
  listener.closeAllConnections()
  listener.close()
})

async function newClient(scopes = ['deals:full']): Promise<OAuth2Configuration> {
  const reply = await fetch(`${host}/oauth/apps`, {
    method: 'POST',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Dialler', redirect_uri: redirectUri, scopes }),
  })
  const { client_id: clientId, client_secret: clientSecret } = (await jsonOf(reply)).data
  return new OAuth2Configuration({ clientId, clientSecret, redirectUri, host })
}

const titlesSeen = async (client: OAuth2Configuration) => {
  const api = new DealsApi(new Configuration({ accessToken: client.getAccessToken, basePath: `${host}/api/v2` }))
  return (await api.getDeals()).data?.map(deal => deal.title)
}

describe.skipIf(!browserPath)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(closePages)

  /** Opens the address an app sends people to, and logs in: the page of the question. */
  async function asked(address: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage()
    await page.goto(address)
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.click('main button[type=submit]')
    await page.waitForURL(/\/oauth\/authorize/)
    return page
  }

  async function answer(page: Page, button: 'Allow' | 'Deny'): Promise<Record<string, string>> {
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL(`${redirectUri}?**`)
    expect(await page.textContent('body')).toBe('welcome back')
    const { searchParams } = new URL(page.url())
    await page.context().close()
    return Object.fromEntries(searchParams)
  }

  /** A client that a person allowed, the code it was sent, and the tokens it got last. */
  async function connected() {
    const client = await newClient()
    const { code = '' } = await answer(await asked(client.authorizationUrl), 'Allow')
    const got: TokenResponse[] = []
    client.onTokenUpdate = token => got.push(token)
    await client.authorize(code)
    return { client, code, last: () => got.at(-1) ?? ({} as TokenResponse) }
  }

  test('a person who allows it lets the app act: the client reads what it was granted and no more', async () => {
    const { client, last } = await connected()

    expect(last()).toMatchObject({ scope: 'base,deals:full', expires_in: 3599, api_domain: host })
    expect(last().access_token).toMatch(/^v1u:/)
    expect(client.basePath).toBe(`${host}/api/v1`)
    const deals = new DealsApi(new Configuration({ accessToken: client.getAccessToken, basePath: `${host}/api/v2` }))
    const { data } = await deals.addDeal({ AddDealRequest: { title: 'By an app' } })
    expect(await titlesSeen(client)).toContain('By an app')
    const users = new UsersApi(new ConfigurationV1({ accessToken: client.getAccessToken, basePath: client.basePath }))
    expect((await users.getCurrentUser()).data?.email).toBe(email)
    await expect(users.getUsers()).rejects.toMatchObject({ error: 'Scope and URL mismatch', errorCode: 403 })
    const written = await jsonOf(await fetch(`${host}/api/v2/deals/${data?.id}`, { headers: { 'x-api-token': token } }))
    expect(written.data.title).toBe('By an app')
  })

  test('the question says in words what is granted; with PKCE and a state the code is for this client alone', async () => {
    const client = await newClient(['contacts:read'])
    const verifier = 'v'.repeat(50)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const page = await asked(
      `${client.authorizationUrl}&state=a%20b&code_challenge=${challenge}&code_challenge_method=S256`,
    )
    const text = await page.textContent('main')
    expect(text).toContain('Dialler')
    expect(text).toContain('Read persons and organizations and related records')
    await inspect(page, 'authorize')

    const { code = '', state } = await answer(page, 'Allow')

    expect(state).toBe('a b')
    await expect(client.authorize(code)).rejects.toMatchObject({ error: 'invalid_request' })
  })

  test('a person who denies it sends the app away with access_denied', async () => {
    const client = await newClient()

    expect(await answer(await asked(`${client.authorizationUrl}&state=s`), 'Deny')).toEqual({
      error: 'access_denied',
      state: 's',
    })
  })

  test('another address than the registered one stays on our page', async () => {
    const client = await newClient()
    const page = await (await browser.newContext()).newPage()

    const reply = await page.goto(client.authorizationUrl.replace('callback', 'elsewhere'))

    expect(reply?.status()).toBe(400)
    expect(new URL(page.url()).origin).toBe(host)
    expect(await page.textContent('main')).toContain('not the one it registered')
    await page.context().close()
  })

  test('the client refreshes by itself, also when several calls find the token expired at once', async () => {
    const { client, last } = await connected()
    const before = last()
    client.updateToken({ ...before, expires_in: -1 })

    await Promise.all([titlesSeen(client), titlesSeen(client), titlesSeen(client)])

    expect(last().access_token).not.toBe(before.access_token)
    expect(last().refresh_token).not.toBe(before.refresh_token)
    await client.tokenRefresh()
    expect(await titlesSeen(client)).toBeDefined()
  })

  test('a replayed refresh token ends what the client has', async () => {
    const { client, last } = await connected()
    const { refresh_token } = last()
    await client.tokenRefresh()
    expect(await titlesSeen(client)).toBeDefined()

    client.updateToken({ ...last(), refresh_token })
    await expect(client.tokenRefresh()).rejects.toMatchObject({ error: 'invalid_grant' })

    await vi.waitFor(() => expect(titlesSeen(client)).rejects.toMatchObject({ errorCode: 401 }), SOON)
  })

  test('a replayed code ends what the client has', async () => {
    const { client, code } = await connected()
    expect(await titlesSeen(client)).toBeDefined()

    await expect(client.authorize(code)).rejects.toMatchObject({ error: 'invalid_grant' })

    await vi.waitFor(() => expect(titlesSeen(client)).rejects.toMatchObject({ errorCode: 401 }), SOON)
    await expect(client.tokenRefresh()).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('the client ends its access token alone, and then everything: the app is told', async () => {
    const { client } = await connected()

    await client.revokeToken('access_token')
    await vi.waitFor(() => expect(titlesSeen(client)).rejects.toMatchObject({ errorCode: 401 }), SOON)
    await client.tokenRefresh()
    expect(await titlesSeen(client)).toBeDefined()
    uninstalled.length = 0
    await client.revokeToken('refresh_token')

    await vi.waitFor(() => expect(titlesSeen(client)).rejects.toMatchObject({ errorCode: 401 }), SOON)
    await expect(client.tokenRefresh()).rejects.toMatchObject({ error: 'invalid_grant' })
    await vi.waitFor(() => expect(uninstalled.join('')).toContain(client.clientId), SOON)
  })
})
