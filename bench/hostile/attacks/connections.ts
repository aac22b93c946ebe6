import type { Attack } from '../attack.ts'
import { FORM, JSON_TYPE, rawRequest } from '../payloads.ts'

/** Connections: too many, half closed, with too many requests on them, never read. */
export const connections: Attack[] = [
  {
    name: '2,000 connections that say nothing',
    kind: 'many',
    product: 'all',
    signedIn: false,
    async run(target) {
      for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 100 }, () => target.raw('', { requests: 0 })))
      await target.pause(5_000)
    },
  },
  {
    name: '3,000 connections opened and reset',
    kind: 'many',
    product: 'all',
    signedIn: false,
    async run(target) {
      for (let n = 0; n < 60 && !target.isOver(); n++) {
        const opened = await Promise.all(
          Array.from({ length: 50 }, () => target.raw(rawRequest('GET', '/market'), { read: false })),
        )
        for (const socket of opened) socket.resetAndDestroy()
      }
    },
  },
  {
    name: 'half closed after a request',
    kind: 'half closed',
    product: 'all',
    signedIn: true,
    async run(target) {
      const [token = ''] = target.world.attacker.crmTokens
      for (let n = 0; n < 300; n++) {
        const path = ['/market', '/gate/demo', '/api/v2/deals?limit=500'][n % 3] ?? '/'
        await target.raw(rawRequest('GET', path, { 'x-api-token': token }), { half: true })
      }
      await target.pause(2_000)
    },
  },
  {
    name: 'half closed in the middle of a body',
    kind: 'half closed',
    product: 'all',
    signedIn: false,
    async run(target) {
      for (let n = 0; n < 300; n++) {
        const path = ['/market/login', '/api/auth/login', '/v1/deals', '/gate/door/claim'][n % 4] ?? '/'
        const head = rawRequest('POST', path, { ...FORM, 'content-length': '5000' })
        await target.raw(`${head}${'a'.repeat(1_000)}`, { half: true })
      }
      await target.pause(2_000)
    },
  },
  {
    name: '500 requests at once on each of 10 connections',
    kind: 'many',
    product: 'all',
    signedIn: true,
    async run(target) {
      const { crmTokens } = target.world.attacker
      const paths = ['/api/v2/deals?limit=500', '/market', '/gate/demo', '/api/books/getBooksNoToken/100/0']
      const one = (n: number) =>
        rawRequest('GET', paths[n % 4] ?? '/', { 'x-api-token': crmTokens[n % crmTokens.length] ?? '' })
      const many = Array.from({ length: 500 }, (_, n) => one(n)).join('')
      for (let n = 0; n < 10; n++) await target.raw(many, { requests: 500 })
      await target.pause(6_000)
    },
  },
  {
    name: '2,000 requests on one connection, no answer read',
    kind: 'never read',
    product: 'crm',
    signedIn: true,
    async run(target) {
      const { crmTokens } = target.world.attacker
      const one = (n: number) =>
        rawRequest('GET', '/v1/deals?limit=500', { 'x-api-token': crmTokens[n % crmTokens.length] ?? '' })
      const many = Array.from({ length: 2_000 }, (_, n) => one(n)).join('')
      for (let n = 0; n < 5; n++) await target.raw(many, { requests: 2_000, read: false })
      await target.pause(6_000)
    },
  },
  {
    name: '200 large lists, no answer read',
    kind: 'never read',
    product: 'crm',
    signedIn: true,
    async run(target) {
      const { crmTokens } = target.world.attacker
      for (let n = 0; n < 200; n++) {
        const token = crmTokens[n % crmTokens.length] ?? ''
        await target.raw(rawRequest('GET', '/v1/deals?limit=500', { 'x-api-token': token }), { read: false })
      }
      await target.pause(5_000)
    },
  },
  {
    name: '100 downloads of 20 MB, no answer read',
    kind: 'never read',
    product: 'crm',
    signedIn: true,
    async run(target) {
      const { crmTokens, fileId } = target.world.attacker
      for (let n = 0; n < 100; n++) {
        const token = crmTokens[n % crmTokens.length] ?? ''
        await target.raw(rawRequest('GET', `/v1/files/${fileId}/download`, { 'x-api-token': token }), { read: false })
      }
      await target.pause(5_000)
    },
  },
  {
    name: '500 documents and pages, no answer read',
    kind: 'never read',
    product: 'all',
    signedIn: false,
    async run(target) {
      const paths = ['/openapi/crm-v1.json', '/openapi/crm-v2.json', '/docs', '/market', '/metrics']
      for (let n = 0; n < 500; n++) await target.raw(rawRequest('GET', paths[n % 5] ?? '/'), { read: false })
      await target.pause(4_000)
    },
  },
  {
    name: 'answers asked for and hung up on',
    kind: 'many',
    product: 'all',
    signedIn: true,
    async run(target) {
      const { crmTokens } = target.world.attacker
      for (let n = 0; n < 40 && !target.isOver(); n++) {
        const token = crmTokens[n % crmTokens.length] ?? ''
        const sockets = await Promise.all(
          Array.from({ length: 10 }, (_, at) =>
            target.raw(
              at % 2
                ? rawRequest('GET', '/v1/deals?limit=500', { 'x-api-token': token })
                : rawRequest('POST', '/api/auth/login', { ...JSON_TYPE, 'content-length': '2' }),
              { read: false },
            ),
          ),
        )
        await target.pause(20)
        for (const socket of sockets) socket.destroy()
      }
    },
  },
]
