import { openSealedSecret, sealSecret } from '@portico/kit/access/sealedSecret'

/*
 * A refresh token may come several times at once, to several processes. One of them makes the new tokens; the others have
 * to give the same ones, of which the database otherwise keeps digests alone. So they are kept once more, sealed with the
 * server's secret and the refresh token itself: nobody opens them who does not have both.
 */

export interface AnsweredTokens {
  accessToken: string
  refreshToken: string
}

const PURPOSE = 'crm oauth answer'

export function sealAnswer({ accessToken, refreshToken }: AnsweredTokens, used: string, serverSecret: string): Buffer {
  return sealSecret(`${accessToken} ${refreshToken}`, PURPOSE, `${serverSecret} ${used}`)
}

/** Undefined when it answers another refresh token. */
export function openAnswer(
  sealed: Uint8Array,
  used: string,
  serverSecrets: readonly string[],
): AnsweredTokens | undefined {
  const keys = serverSecrets.map(secret => `${secret} ${used}`)
  const [accessToken, refreshToken] = openSealedSecret(sealed, PURPOSE, keys)?.split(' ') ?? []
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}
