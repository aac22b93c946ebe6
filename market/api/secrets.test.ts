import { Hono } from 'hono'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { operations } from '../operations.ts'
import { ORIGIN } from '../testing/openTestMarket.ts'
import { memberWithPassword } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { marketApi } from './marketApi.ts'
import { openOperation } from './operation.ts'
import { isThrottled, refuseUnthrottledSecrets, throttled } from './throttled.ts'

/** Whatever takes a secret, or sends a mail to an address the caller names, cannot be tried without end. */

const market = await startTestMarket({ rateLimit: true })
const member = await memberWithPassword(market)

/** As many tries as no limit lets pass; traffic is limited to 300 in 10 seconds, so time goes on between them. */
async function triesUntilRefused(work: () => Promise<{ status: number }>): Promise<number> {
  for (let tries = 0; tries <= 101; tries++) {
    market.clock.now = new Date(market.clock.now.getTime() + 100)
    if ((await work()).status === 429) return tries
  }
  return Number.POSITIVE_INFINITY
}

const FIELDS: Record<string, string> = {
  emailAddress: 'tried@campus.edu',
  password: 'a wrong password',
  newPassword: 'another password',
  token: '0'.repeat(48),
  firstName: 'A',
  lastName: 'B',
  university: 'C',
  CMC: '1',
  venmoUsername: 'd',
}

/** Each try starts with a fresh count. */
const forget = () => market.sql`delete from market.attempt`

describe('every operation', () => {
  const guarded = operations.filter(isThrottled)

  test('that takes a secret is declared as throttled', () => {
    expect(() => refuseUnthrottledSecrets(operations)).not.toThrow()
    expect(guarded.map(operation => `${operation.throttle} ${operation.name}`).sort()).toEqual([
      'link GET /auth/email-verification/{URL}',
      'link GET /auth/passwordReset/{token}',
      'link POST /auth/email-verification',
      'link POST /auth/passwordReset',
      'mail POST /auth/passwordResetRequest',
      'mail POST /auth/resendConfirmation',
      'mail POST /auth/signup',
      'password POST /auth/login',
      'password POST /auth/updatePassword',
      'password POST /user/deleteAccount',
    ])
  })

  test.each(
    guarded.map(operation => [operation.name, operation] as const),
  )('429 after some tries: %s', async (_, op) => {
    await forget()
    const path = op.path.replace(/\{\w+\}/, '0'.repeat(48))

    const tries = await triesUntilRefused(() =>
      market.call(op.method, path, {
        token: op.signIn === 'required' ? member.token : undefined,
        ...(op.method !== 'GET' && { body: FIELDS }),
      }),
    )

    expect(tries).toBe({ password: 10, link: 60, mail: 5, code: 10 }[op.throttle])
  })

  test.each([
    'password',
    'newPassword',
    'token',
    'resetToken',
    'code',
    'pin',
    'secret',
  ])('start-up refuses one that takes %s and is not throttled', field => {
    const careless = openOperation({
      route: 'POST /auth/careless',
      summary: 'Takes a secret',
      signIn: 'none',
      transaction: 'none',
      body: { [field]: Type.String() },
      reply: Type.Object({}),
      run: async () => ({}),
    })

    expect(() => refuseUnthrottledSecrets([careless])).toThrow(`takes the secret ${field}`)
    expect(() => refuseUnthrottledSecrets([throttled('password', careless)])).not.toThrow()
    expect(() => marketApi(openServices(market.options), [careless])).toThrow(`takes the secret ${field}`)
  })

  test('start-up refuses one that would forget its count when it fails', () => {
    const inTransaction = openOperation({
      route: 'POST /auth/careless',
      summary: 'Takes a secret',
      signIn: 'none',
      body: { password: Type.String() },
      reply: Type.Object({}),
      run: async () => ({}),
    })

    expect(() => throttled('password', inTransaction)).toThrow("needs transaction 'none'")
  })
})

describe('every page', () => {
  const send = (path: string, method: string) =>
    market.fetch(
      new Request(ORIGIN + path, {
        method,
        ...(method === 'POST' && { body: new URLSearchParams(FIELDS) }),
        headers: { cookie: `market_session=${member.token}`, origin: ORIGIN },
        redirect: 'manual',
      }),
    )

  /** Routes with a secret in their path, and forms with a field for a password or an address to send mail to. */
  async function routesWithSecrets(): Promise<string[]> {
    const app = new Hono()
    market.product.pages?.(app as never)
    const routes = app.routes.filter(({ method }) => method === 'GET' || method === 'POST')
    const withToken = routes.filter(({ path }) => /:token/.test(path)).map(({ method, path }) => `${method} ${path}`)
    const forms = new Set<string>()
    for (const { path } of routes.filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path))) {
      for (const cookie of [`market_session=${member.token}`, '']) {
        const html = await (await market.fetch(new Request(ORIGIN + path, { headers: { cookie } }))).text()
        for (const [, action, fields = ''] of html.matchAll(/<form method="post" action="([^"]+)"(.*?)<\/form>/gs))
          if (/type="password"|type="email"/.test(fields)) forms.add(`POST ${action}`)
      }
    }
    return [...withToken, ...forms]
  }

  test('that takes a secret answers 429 after some tries', async () => {
    const routes = await routesWithSecrets()
    const tries: Record<string, number> = {}

    for (const route of routes) {
      await forget()
      const [method = '', path = ''] = route.split(' ')
      const filled = path.replace(':token', '0'.repeat(48)).replace(':id', member.id)
      tries[route] = await triesUntilRefused(() => send(filled, method))
    }

    expect(tries).toEqual({
      'GET /market/unsubscribe-search/:id/:token': 60,
      'POST /market/unsubscribe-search/:id/:token': 60,
      'GET /market/unsubscribe/:id/:token': 60,
      'POST /market/unsubscribe/:id/:token': 60,
      'GET /market/confirm/:token': 60,
      'POST /market/confirm/:token': 60,
      'GET /market/reset-password/:token': 60,
      'POST /market/reset-password/:token': 60,
      'POST /market/login': 10,
      'POST /market/signup': 5,
      'POST /market/resend': 5,
      'POST /market/forgot-password': 5,
      'POST /market/settings/password': 10,
      'POST /market/settings/leave': 10,
    })
  })
})
