import { fromBase64Url, sameBytes, toBase64Url, utf8 } from './bytes.ts'
import { configError } from './configChecks.ts'
import { fastestHmac, type Hmac } from './hmac.ts'

/** Signs short texts and tells whether a signed text is one of ours. */
export interface Signing {
  sign(purpose: Purpose, text: string): Promise<string>
  /** The text, or undefined when the signature is not ours or was made for another purpose. */
  open(purpose: Purpose, signed: string): Promise<string | undefined>
}

/** Part of what is signed, so that a token never passes as a claim. */
export type Purpose = 'claim' | 'token'

const SHORTEST_SECRET = 32

/** 32 bytes in base64url leave two bits of the last character over; they are zero, or one MAC had four spellings. */
const CANONICAL_MAC = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** HMAC-SHA-256. The first key signs, every key is accepted. */
export function signingWith(
  secret: string | readonly string[] | undefined,
  hmac: (secret: string) => Hmac = fastestHmac(),
): Signing {
  const keys = secretsIn(secret).map(hmac)

  return {
    async sign(purpose, text) {
      const payload = toBase64Url(utf8(text))
      const mac = await keys[0]?.(signedText(purpose, payload))
      if (mac === undefined) throw new Error('gate: no key')
      return `${payload}.${toBase64Url(mac)}`
    },
    async open(purpose, signed) {
      const dot = signed.indexOf('.')
      const payload = signed.slice(0, dot)
      const signature = signed.slice(dot + 1)
      if (dot < 1 || !CANONICAL_MAC.test(signature)) return undefined
      const mac = fromBase64Url(signature)
      for (const key of keys) {
        const own = key(signedText(purpose, payload))
        if (sameBytes(own instanceof Uint8Array ? own : await own, mac)) return textIn(payload)
      }
      return undefined
    },
  }
}

/** Payload characters exclude the colon, so purpose and payload cannot run into each other. */
function signedText(purpose: Purpose, payload: string): string {
  return `gate:${purpose}:${payload}`
}

/** The signature covers the payload as it is spelt, so there is nothing left to check about the spelling. */
function textIn(payload: string): string {
  return new TextDecoder().decode(fromBase64Url(payload))
}

function secretsIn(secret: string | readonly string[] | undefined): readonly string[] {
  if (secret === undefined) return [randomSecret()]
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (!Array.isArray(secrets) || secrets.length === 0 || secrets.some(one => typeof one !== 'string')) {
    throw configError('secret', 'must be a text or a list of at least one text')
  }
  // The message must not show the secret itself.
  if (secrets.some(one => one.length < SHORTEST_SECRET)) {
    throw configError('secret', `must have at least ${SHORTEST_SECRET} characters, each one in a list`)
  }
  return secrets
}

let secretOfThisProcess: string | undefined

function randomSecret(): string {
  if (secretOfThisProcess === undefined) {
    secretOfThisProcess = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    console.warn('gate: no secret given, so claims end when this process does and other instances refuse them')
  }
  return secretOfThisProcess
}
