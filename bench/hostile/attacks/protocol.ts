import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const HOST = 'host: localhost\r\n'

async function each(target: Target, texts: readonly (string | Buffer)[], times: number) {
  for (let n = 0; n < times; n++) {
    await Promise.all(texts.map(text => target.raw(text)))
    if (target.isOver()) return
  }
  await target.pause(1_500)
}

/** What is not HTTP, or two kinds of it at once. */
export const protocol: Attack[] = [
  {
    name: 'request smuggling: lengths that contradict each other',
    kind: 'malformed',
    product: 'all',
    signedIn: false,
    run: target =>
      each(
        target,
        [
          `POST /api/auth/login HTTP/1.1\r\n${HOST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
          `POST /v1/deals HTTP/1.1\r\n${HOST}content-length: 4\r\ncontent-length: 5\r\n\r\naaaaa`,
          `POST /v1/deals HTTP/1.1\r\n${HOST}content-length: -1\r\n\r\n`,
          `POST /v1/deals HTTP/1.1\r\n${HOST}content-length: 1e3\r\n\r\n`,
          `POST /v1/deals HTTP/1.1\r\n${HOST}transfer-encoding: xchunked\r\n\r\n`,
          `POST /v1/deals HTTP/1.1\r\n${HOST}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`,
          `GET /market HTTP/1.1\r\n${HOST}host: other\r\n\r\n`,
          `GET /market HTTP/1.1\r\n${HOST}content-length: 0\r\n\r\nGET /v1 HTTP/1.1\r\n${HOST}\r\n`,
        ],
        30,
      ),
  },
  {
    name: 'bad chunks: sizes, extensions, trailers',
    kind: 'malformed',
    product: 'market',
    signedIn: false,
    run: target => {
      const head = `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
      return each(
        target,
        [
          `${head}FFFFFFFFFFFFFFFFF\r\naaa`,
          `${head}-1\r\naaa`,
          `${head}zz\r\naaa`,
          `${head}3;${'a'.repeat(1_000_000)}\r\naaa\r\n0\r\n\r\n`,
          `${head}0\r\n${'x-trailer: a\r\n'.repeat(100_000)}\r\n`,
          head + '1\r\na\r\n'.repeat(200_000),
          `${head}7FFFFFFF\r\n${'a'.repeat(1_000_000)}`,
        ],
        10,
      )
    },
  },
  {
    name: 'not HTTP: TLS, HTTP/2, zero bytes, bare line feeds',
    kind: 'malformed',
    product: 'all',
    signedIn: false,
    run: target =>
      each(
        target,
        [
          Buffer.from('16030100c8010000c40303', 'hex'),
          'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
          Buffer.alloc(100_000),
          'GET /market HTTP/1.1\nhost: a\n\n',
          '\r\n'.repeat(10_000),
          `GET /market HTTP/9.9\r\n${HOST}\r\n`,
          'GET\r\n\r\n',
          `${'A'.repeat(100_000)} / HTTP/1.1\r\n${HOST}\r\n`,
          `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
        ],
        30,
      ),
  },
  {
    name: 'HTTP/1.0, absolute addresses, CONNECT, upgrades',
    kind: 'malformed',
    product: 'all',
    signedIn: false,
    run: target =>
      each(
        target,
        [
          'GET /market HTTP/1.0\r\n\r\n',
          `GET http://example.com/market HTTP/1.1\r\n${HOST}\r\n`,
          `GET http://[::1 HTTP/1.1\r\n${HOST}\r\n`,
          `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`,
          `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
          `GET /gate/door/sse HTTP/1.1\r\n${HOST}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
          `GET /v1/deals HTTP/1.1\r\n${HOST}connection: upgrade, http2-settings\r\nupgrade: h2c\r\n\r\n`,
          `TRACE /v1/deals HTTP/1.1\r\n${HOST}\r\n`,
          'GET /v1/deals HTTP/1.1\r\nhost: a b\r\n\r\n',
          'GET /v1/deals HTTP/1.1\r\n\r\n',
        ],
        30,
      ),
  },
  {
    name: 'addresses that are long or cannot be decoded',
    kind: 'malformed',
    product: 'all',
    signedIn: false,
    run: target => {
      const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`
      return each(
        target,
        [
          get(`/market/${'a'.repeat(15_000)}`),
          get(`/v1/deals/${'/..'.repeat(4_000)}`),
          get(`/api/v2/deals/${'%ff'.repeat(2_500)}`),
          get(`/market/books/${'%'.repeat(7_000)}`),
          get(`/api/books/search/public/${'%E0%A4%A'.repeat(900)}`),
          get(`/${'a/'.repeat(3_900)}`),
          get(`/gate/${'%2e%2e%2f'.repeat(800)}`),
          get(`//${'/'.repeat(7_000)}`),
          get(`/v1/deals?${'%00'.repeat(2_000)}`),
        ],
        30,
      )
    },
  },
]
