import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * A secret that has to be read again is kept sealed: AES-256-GCM under a key that follows from the server's secret.
 * The bytes are nonce (12), tag (16), text. `purpose` is part of the key: what was sealed for one is not opened for another.
 */

export function sealSecret(text: string, purpose: string, serverSecret: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(purpose, serverSecret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Tries each of the server's secrets; undefined when it was sealed with another. */
export function openSealedSecret(
  sealed: Uint8Array,
  purpose: string,
  serverSecrets: readonly string[],
): string | undefined {
  for (const secret of serverSecrets) {
    try {
      const opener = createDecipheriv('aes-256-gcm', keyOf(purpose, secret), sealed.subarray(0, 12), {
        authTagLength: 16,
      })
      opener.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([opener.update(sealed.subarray(28)), opener.final()]).toString('utf8')
    } catch {
      // Sealed with another secret: the next may fit.
    }
  }
  return undefined
}

function keyOf(purpose: string, serverSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serverSecret, '', purpose, 32))
}
