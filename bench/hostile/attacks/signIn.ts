import { randomBytes } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { JSON_TYPE } from '../payloads.ts'
import type { Ask } from '../target.ts'

const token = () => randomBytes(20).toString('hex')
const json = (value: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(value) })

const person = (n: number, emailAddress: string) => ({
  emailAddress,
  password: 'a long password',
  firstName: 'A',
  lastName: `B${n}`,
  university: 'Campus',
  CMC: '1',
  venmoUsername: '@abcde',
})

/** Trying to get in, and keeping others out by trying. */
export const signIn: Attack[] = [
  {
    name: '2,000 calls with one wrong API token',
    kind: 'many',
    product: 'crm',
    signedIn: false,
    run({ flood }) {
      const wrong = token()
      return flood(2_000, 100, () => ({ path: '/v1/users/me', headers: { 'x-api-token': wrong } }))
    },
  },
  {
    name: '2,000 calls with 2,000 wrong API tokens',
    kind: 'many',
    product: 'crm',
    signedIn: false,
    run: ({ flood }) =>
      flood(2_000, 100, n => ({ path: n % 2 ? '/v1/users/me' : '/api/v2/deals', headers: { 'x-api-token': token() } })),
  },
  {
    name: '2,000 wrong API tokens in queries, from 500 addresses',
    kind: 'many',
    product: 'crm',
    signedIn: false,
    run: ({ flood }) => flood(2_000, 100, n => ({ path: `/v1/users/me?api_token=${token()}`, from: n % 500 })),
  },
  {
    name: '2,000 calls with wrong bearers of the market',
    kind: 'many',
    product: 'market',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(2_000, 100, (n): Ask => {
        const [head = '', body = ''] = world.attacker.marketToken.split('.')
        const wrong = n % 2 ? `${head}.${body}.${token()}` : token()
        return n % 3
          ? { path: '/api/user/getUserData', headers: { authorization: `Bearer ${wrong}` } }
          : { path: '/market', headers: { cookie: `market_session=${wrong}` } }
      }),
  },
  {
    name: '300 wrong log-ins for the address of somebody else',
    kind: 'many',
    product: 'market',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(300, 20, n => ({
        path: '/api/auth/login',
        ...json({ emailAddress: world.ordinary.email, password: `wrong ${n}` }),
      })),
  },
  {
    name: '200 wrong log-ins from 200 addresses',
    kind: 'costly',
    product: 'market',
    signedIn: false,
    run: ({ flood }) =>
      flood(200, 50, n => ({
        path: '/api/auth/login',
        ...json({ emailAddress: `nobody${n}@campus.edu`, password: 'wrong' }),
        from: n,
      })),
  },
  {
    name: '200 sign-ups from 200 addresses',
    kind: 'costly',
    product: 'market',
    signedIn: false,
    run: ({ flood }) =>
      flood(200, 20, n => ({ path: '/api/auth/signup', ...json(person(n, `new${n}@campus.edu`)), from: 1_000 + n })),
  },
  {
    name: '300 mails asked for to one address',
    kind: 'many',
    product: 'market',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(300, 20, n => ({
        path: ['/api/auth/passwordResetRequest', '/api/auth/resendConfirmation', '/api/auth/signup'][n % 3] ?? '/',
        ...json(n % 3 === 2 ? person(n, world.ordinary.email) : { emailAddress: world.ordinary.email }),
      })),
  },
  {
    name: '1,000 guessed links of mails',
    kind: 'many',
    product: 'market',
    signedIn: false,
    run: ({ flood }) =>
      flood(1_000, 50, n => {
        const guess = randomBytes(32).toString('base64url')
        const paths = [
          `/api/auth/email-verification/${guess}`,
          `/api/auth/passwordReset/${guess}`,
          `/market/pictures/${guess}`,
        ]
        return n % 4 === 3
          ? { path: '/api/auth/passwordReset', ...json({ token: guess, password: 'a new password' }) }
          : { path: paths[n % 4] ?? '/', from: n % 200 }
      }),
  },
]
