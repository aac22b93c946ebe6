import type { Attack } from '../attack.ts'
import { MULTIPART, multipart, rawRequest } from '../payloads.ts'
import { interlacedPng, manyFrames, pngClaiming } from '../pictures.ts'

/** Forms with files, as they should not be. */
export const uploads: Attack[] = [
  {
    name: 'file fields named constructor, __proto__, toString',
    kind: 'malformed',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(60, 6, n => {
        const name = ['constructor', '__proto__', 'toString', 'valueOf'][n % 4] ?? ''
        const parts = [{ name, content: 'a', ...(n % 2 && { filename: 'a.txt' }) }]
        const isCrm = n % 3
        return {
          path: isCrm ? '/v1/files' : '/api/books/addPictures',
          as: isCrm ? 'crm' : 'market',
          ...multipart(parts),
        }
      }),
  },
  {
    name: '10,000 files in one form',
    kind: 'many',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 5, n => {
        const name = (at: number) => (n % 2 ? 'file' : `file${at}`)
        const parts = Array.from({ length: 10_000 }, (_, at) => ({ name: name(at), content: 'a', filename: 'a.txt' }))
        return { path: '/v1/files', as: 'crm', ...multipart(parts) }
      }),
  },
  {
    name: 'forms without an end, and with only a beginning',
    kind: 'malformed',
    product: 'all',
    signedIn: true,
    run: ({ flood, world }) =>
      flood(80, 8, n => {
        const open = multipart([{ name: 'file', content: 'a'.repeat(100_000), filename: 'a' }], { closed: false })
        const bodies = [open.body, '--frontier', '', '--frontier--', `${'x'.repeat(2_000_000)}\r\n--frontier--`]
        const at = [
          { path: '/v1/files', as: 'crm' as const },
          { path: '/api/books/addPictures', as: 'market' as const },
          { path: '/market/sell', as: 'page' as const },
          { path: `/v1/persons/${world.attacker.personIds[0]}/picture`, as: 'crm' as const },
        ][n % 4]
        return { path: at?.path ?? '/', as: at?.as, headers: MULTIPART, body: bodies[n % 5] }
      }),
  },
  {
    name: 'part headers of 1 MB, names of 500 KB, strange boundaries',
    kind: 'malformed',
    product: 'all',
    signedIn: true,
    run: ({ flood }) =>
      flood(60, 6, n => {
        const boundary = ['a'.repeat(5_000), '-'.repeat(70), '"', 'a b', ''][n % 5]
        const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
        const long = multipart([{ name: 'x'.repeat(500_000), content: 'a', filename: '../'.repeat(100_000) }])
        const many = `--frontier\r\n${'x-header: a\r\n'.repeat(80_000)}\r\na\r\n--frontier--`
        const sent = [
          { headers: type, body: `--${boundary}\r\n`.repeat(10_000) },
          long,
          { headers: MULTIPART, body: many },
        ][n % 3]
        return { path: n % 2 ? '/v1/files' : '/api/books/addPictures', as: n % 2 ? 'crm' : 'market', ...sent }
      }),
  },
  {
    name: '60 uploads of 5 MB, all held back before their end',
    kind: 'slow',
    product: 'crm',
    signedIn: true,
    async run(target) {
      const [token = ''] = target.world.attacker.crmTokens
      const content = Buffer.alloc(5_000_000, 'a')
      const { body } = multipart([{ name: 'file', content, filename: 'a' }], { closed: false })
      const headers = { ...MULTIPART, 'x-api-token': token, 'content-length': String(body.length + 100) }
      for (let n = 0; n < 60; n++) {
        const socket = await target.raw(rawRequest('POST', '/v1/files', headers))
        socket.write(body)
      }
      await target.pause(6_000)
    },
  },
  {
    name: 'small PNG that claims 30,000 × 30,000',
    kind: 'costly',
    product: 'market',
    signedIn: true,
    run: ({ flood, world }) => {
      const files = ['png', 'gif', 'svg'].map(ending => ({
        name: 'pictures',
        content: ending === 'svg' ? SVG : pngClaiming(30_000, 30_000),
        filename: `a.${ending}`,
      }))
      return flood(20, 4, n => ({
        path: '/api/books/addPictures',
        as: 'market',
        ...multipart([{ name: 'bookID', content: world.attacker.bookId }, files[n % 3] ?? files[0] ?? NO_PART]),
      }))
    },
  },
  {
    name: 'pictures of 49 million pixels, interlaced',
    kind: 'costly',
    product: 'market',
    signedIn: true,
    prepare: () => void interlacedPng(7_000),
    run: ({ flood, world }) => {
      const content = interlacedPng(7_000)
      const picture = { name: 'pictures', content, filename: 'a.png' }
      return flood(8, 4, () => ({
        path: '/api/books/addPictures',
        as: 'market',
        ...multipart([{ name: 'bookID', content: world.attacker.bookId }, picture, picture, picture]),
      }))
    },
  },
  {
    name: 'faces of 49 million pixels, and GIFs of 20,000 frames',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    prepare: () => void interlacedPng(7_000),
    run: ({ flood, world }) => {
      const files = [interlacedPng(7_000), manyFrames(20_000)]
      return flood(8, 4, n => ({
        path: `/v1/persons/${world.attacker.personIds[n]}/picture`,
        as: 'crm',
        ...multipart([{ name: 'file', content: files[n % 2] ?? '', filename: 'a.png' }]),
      }))
    },
  },
]

const NO_PART = { name: '', content: '' }
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000">${'<g>'.repeat(50_000)}</svg>`
