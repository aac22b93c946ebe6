import { utf8 } from './bytes.ts'

/** HMAC-SHA-256 of a text under one key. */
export type Hmac = (text: string) => Uint8Array | Promise<Uint8Array>

/**
 * Node's own where there is one (Bun has it too), else WebCrypto's. Both give the same bytes; WebCrypto sends every
 * call to another thread and back, which costs ten times the work itself.
 */
export function fastestHmac(): (secret: string) => Hmac {
  // Not an import: bundles for other runtimes stay free of it.
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')
  return node === undefined ? webHmac : nodeHmac(node)
}

/** The part of Node's module that is used, spelt out so that an application needs no types of Node. */
interface NodeCrypto<Key> {
  createSecretKey(secret: string, encoding: 'utf8'): Key
  createHmac(algorithm: 'sha256', key: Key): { update(text: string): { digest(): Uint8Array } }
}

export function nodeHmac<Key>(node: NodeCrypto<Key>): (secret: string) => Hmac {
  return secret => {
    const key = node.createSecretKey(secret, 'utf8')
    return text => node.createHmac('sha256', key).update(text).digest()
  }
}

export function webHmac(secret: string): Hmac {
  // With the first text: some runtimes allow no such work while modules load, which is when gates are made.
  let key: Promise<CryptoKey> | undefined
  return async text => {
    key ??= crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, utf8(text)))
  }
}
