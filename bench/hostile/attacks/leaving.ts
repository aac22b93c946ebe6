import type { Attack } from '../attack.ts'
import { JSON_TYPE, rawRequest } from '../payloads.ts'
import type { Ask } from '../target.ts'

/** What leaves the CRM: webhooks, event streams, exports, and tools of assistants. */
export const leaving: Attack[] = [
  {
    name: '1,000 messages to /mcp without a token, or with a wrong one',
    kind: 'many',
    product: 'crm',
    signedIn: false,
    run: ({ flood }) =>
      flood(1_000, 50, n => ({
        ...toMcp({ method: 'tools/list' }),
        headers: { ...MCP, ...(n % 2 ? { authorization: `Bearer v1u:${'x'.repeat(40)}${n}` } : {}) },
        from: n % 100,
      })),
  },
  {
    name: 'messages to /mcp that are no messages',
    kind: 'malformed',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) => flood(200, 20, n => ({ ...toMcp({}), body: ODD_MESSAGES[n % ODD_MESSAGES.length], as: 'crm' })),
  },
  {
    name: 'tools called with 900 KB, 10,000 fields, 20,000 levels',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) => flood(60, 10, n => ({ ...toMcp({}), body: HUGE_CALLS[n % HUGE_CALLS.length], as: 'crm' })),
  },
  {
    name: 'all summaries and searches by tools, as fast as the limits let',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(300, 16, n => ({
        ...toMcp(toolCall(TOOLS[n % TOOLS.length] ?? '', { term: 'deal', limit: 50 })),
        as: 'crm',
      })),
  },
  {
    name: 'webhooks to addresses of this machine in every spelling',
    kind: 'malformed',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(200, 16, n => ({
        ...webhook(INNER_ADDRESSES[n % INNER_ADDRESSES.length] ?? ''),
        as: 'crm',
      })),
  },
  {
    name: '300 webhooks made, tested, sent again and listed at once',
    kind: 'many',
    product: 'crm',
    signedIn: true,
    async run({ flood, ask }) {
      const made: number[] = []
      await flood(1, 1, () => ({ path: '/v1/webhooks', as: 'crm' }))
      for (let n = 0; n < 300; n += 20)
        await Promise.all(
          Array.from({ length: 20 }, async (_, nr) => {
            // A name that never leads anywhere (RFC 6761).
            const { body } = await ask({ ...webhook(`https://hook-${n + nr}.invalid/`), as: 'crm' })
            const id = /"id":(\d+)/.exec(body.toString())?.[1]
            if (id) made.push(Number(id))
          }),
        )
      const calls = ['test', 'redeliver', 'secret']
      await flood(300, 20, n => ({
        method: 'POST',
        path: `/api/v2/webhooks/${made[n % Math.max(1, made.length)] ?? 1}/${calls[n % 3]}`,
        headers: JSON_TYPE,
        body: n % 3 === 1 ? JSON.stringify({ since: '2000-01-01T00:00:00Z' }) : '{}',
        as: 'crm',
      }))
      await flood(200, 20, n => ({ path: `/api/v2/webhooks/${made[n] ?? n}/deliveries?limit=500`, as: 'crm' }))
    },
  },
  {
    name: '400 event streams of changes, none of them read, while deals are made',
    kind: 'never read',
    product: 'crm',
    signedIn: true,
    async run({ raw, flood, world, pause }) {
      const { crmTokens } = world.attacker
      for (let n = 0; n < 400; n++) {
        const own = {
          'x-api-token': crmTokens[n % crmTokens.length] ?? '',
          'accept-encoding': n % 2 ? 'gzip' : 'identity',
        }
        await raw(rawRequest('GET', '/api/v2/changes/stream?include=records&cursor=', own), { read: false })
      }
      await flood(200, 8, n => ({
        method: 'POST',
        path: '/api/v2/deals',
        headers: JSON_TYPE,
        body: JSON.stringify({ title: `Streamed ${n}` }),
        as: 'crm',
      }))
      await pause(3_000)
    },
  },
  {
    name: 'pages of the change feed from the beginning, with all records',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) => flood(200, 16, () => ({ path: '/api/v2/changes?include=records&limit=500', as: 'crm' })),
  },
  {
    name: '200 exports begun, looked at and given up',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(200, 16, n => ({
        method: n % 3 === 2 ? 'GET' : 'POST',
        path: '/api/v2/exports',
        headers: JSON_TYPE,
        body: n % 3 === 2 ? undefined : JSON.stringify({ format: n % 2 ? 'csv' : 'ndjson' }),
        as: 'crm',
      })),
  },
]

const MCP = { ...JSON_TYPE, accept: 'application/json, text/event-stream' }

function toMcp(message: object): Ask {
  return {
    method: 'POST',
    path: '/mcp?write=1',
    headers: MCP,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  }
}

const toolCall = (name: string, given: unknown) => ({ method: 'tools/call', params: { name, arguments: given } })

const TOOLS = ['search_records', 'summarize_deals', 'summarize_pipeline', 'list_deals', 'list_due_activities']

const ODD_MESSAGES: readonly string[] = [
  '[]',
  JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))),
  'null',
  '"tools/list"',
  '{"jsonrpc":"2.0","id":1}',
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(500_000) }),
  JSON.stringify({ jsonrpc: '2.0', id: 'y'.repeat(500_000), method: 'tools/list' }),
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":{"id":1}}}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"constructor"}}',
  `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
]

/** As text: so many levels are more than JSON.stringify goes down. */
const HUGE_CALLS: readonly string[] = [
  JSON.stringify({ title: 'x'.repeat(900_000) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, nr) => [`field_${nr}`, nr]))),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
].map(given => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_deal","arguments":${given}}}`)

function webhook(address: string): Ask {
  return {
    method: 'POST',
    path: '/v1/webhooks',
    headers: JSON_TYPE,
    body: JSON.stringify({ subscription_url: address, event_action: '*', event_object: '*', name: 'Attack' }),
  }
}

const INNER_ADDRESSES = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://localhost/',
  'http://metadata.localhost/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1:5432/',
  'gopher://127.0.0.1/',
  'file:///etc/passwd',
  `http://127.0.0.1/${'a'.repeat(20_000)}`,
  'http://user:pass@127.0.0.1:22/',
]
