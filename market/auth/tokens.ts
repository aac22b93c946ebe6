import { createSecretKey } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Session tokens: JWT, HS256, 30 days. */
export interface Tokens {
  sign(bearer: Bearer, now: Date): Promise<string>
  /** Undefined for anything that is not a token of ours, or is too old. */
  verify(token: string, now: Date): Promise<Bearer | undefined>
}

export interface Bearer {
  accountId: string
  permissionType: number
  /** The account's count of log-outs everywhere: a token of an earlier count is no longer good. */
  epoch: number
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

function bearerIn({ userInfo, epoch }: Record<string, unknown>): Bearer | undefined {
  if (typeof userInfo !== 'object' || userInfo === null || typeof epoch !== 'number') return undefined
  const { _id, permissionType } = userInfo as Record<string, unknown>
  if (typeof _id !== 'string' || typeof permissionType !== 'number') return undefined
  return { accountId: _id, permissionType, epoch }
}
