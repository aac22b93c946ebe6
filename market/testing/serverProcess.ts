import { serveApi } from '@portico/kit/api/serveApi'
import { openDatabase } from '@portico/kit/database/database'
import { edge } from '@portico/kit/http/edge'
import { listen } from '@portico/kit/http/listen'
import { silentLog } from '@portico/kit/log/log'
import { openMetrics } from '@portico/kit/log/metrics'
import type { MarketOptions } from '../api/context.ts'
import { marketApi } from '../api/marketApi.ts'
import { openServices } from '../openServices.ts'

/** A server that can be killed: the API alone, told by its environment where the database is. */
const options: MarketOptions = {
  name: 'Book market',
  database: openDatabase(process.env.MARKET_DATABASE ?? ''),
  mail: {
    place: 'nowhere',
    leaves: false,
    from: { name: '', address: 'nobody@example.org' },
    send: async () => {},
    check: async () => {},
  },
  files: undefined as never,
  log: silentLog,
  origin: 'http://market.test',
  secrets: [process.env.MARKET_SECRET ?? ''],
  rateLimit: false,
  now: () => new Date('2026-03-02T10:00:00Z'),
}
const app = edge({
  apis: [serveApi(marketApi(openServices(options)))],
  log: silentLog,
  metrics: openMetrics(),
  now: () => new Date('2026-03-02T10:00:00Z'),
})
const { port } = await listen((request, env) => app.fetch(request, env as never), { port: 0, host: '127.0.0.1' })
process.stdout.write(`${port}\n`)
