import { createSecretKey, randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** Session tokens: JWT, HS256, 30 days. */
export interface Tokens {
  sign(bearer: Bearer, now: Date): Promise<string>
  /** Undefined for anything that is not a token of ours, or is too old. */
  verify(token: string, now: Date): Promise<(Bearer & { session: Session }) | undefined>
}

export interface Bearer {
  accountId: string
  permissionType: number
  /** The account's count of log-outs everywhere: a token of an earlier count is no longer good. */
  epoch: number
}

/** One log-in. Its id is the `jti` of the token, by which it can be ended before the token expires. */
export interface Session {
  id: string
  endsAt: Date
}

export const TOKEN_SECONDS = 30 * 86_400

export function openTokens(secrets: readonly string[]): Tokens {
  const keys = secrets.map(secret => createSecretKey(Buffer.from(secret)))
  const [signing] = keys
  if (!signing) throw new Error('the marketplace needs a secret to sign tokens with')

  return {
    sign({ accountId, permissionType, epoch }, now) {
      const at = Math.floor(now.getTime() / 1000)
      return new SignJWT({ userInfo: { _id: accountId, permissionType }, epoch })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setJti(randomUUID())
        .setIssuedAt(at)
        .setExpirationTime(at + TOKEN_SECONDS)
        .sign(signing)
    },
    async verify(token, now) {
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now })
          return bearerIn(payload)
        } catch (error) {
          if (!(error instanceof errors.JWSSignatureVerificationFailed)) return undefined
        }
      }
      return undefined
    },
  }
}

function bearerIn({ userInfo, epoch, jti, exp }: JWTPayload) {
  if (typeof userInfo !== 'object' || userInfo === null || typeof epoch !== 'number') return undefined
  // A token without an id could not be logged out, one without an end would be valid for ever.
  if (jti === undefined || exp === undefined) return undefined
  const { _id, permissionType } = userInfo as Record<string, unknown>
  if (typeof _id !== 'string' || typeof permissionType !== 'number') return undefined
  return { accountId: _id, permissionType, epoch, session: { id: jti, endsAt: new Date(exp * 1000) } }
}
