import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'

export interface Taken {
  /** The record, and the change of it that the event tells of. */
  record: string
  title: string
  attempt: number
  isSigned: boolean
  at: number
}

export interface Manners {
  /** Of first and second attempts. */
  failing: number
  /** At most; now and then ten times as much. */
  slowMs: number
}

/** Receives webhooks, checks their signatures, and keeps the order of what it accepted. */
export interface BenchReceiver {
  url: string
  secret: string
  taken: Taken[]
  /** Refuses connections for so long. */
  restart(ms: number): Promise<void>
  stop(): Promise<void>
}

export async function startBenchReceiver({ failing, slowMs }: Manners): Promise<BenchReceiver> {
  const receiver: BenchReceiver = { url: '', secret: '', taken: [], restart, stop: () => close(server) }
  let server = await listen(0)
  const port = portOf(server)
  receiver.url = `http://127.0.0.1:${port}/hook`
  return receiver

  function listen(on: number): Promise<Server> {
    const made = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', piece => pieces.push(piece))
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        const { meta, data } = JSON.parse(text) as Told
        const wait = slowMs === 0 ? 0 : Math.random() * slowMs * (Math.random() < 0.01 ? 10 : 1)
        const answer = () => {
          if (response.destroyed) return
          if (meta.attempt < 3 && Math.random() < failing) return response.writeHead(500).end()
          const isSigned = isGenuine(request.headers, text, receiver.secret)
          const { attempt, entity_id: record } = meta
          receiver.taken.push({ record, title: data?.title ?? '', attempt, isSigned, at: performance.now() })
          return response.writeHead(200).end()
        }
        if (wait < 1) answer()
        else setTimeout(answer, wait)
      })
    })
    return new Promise(resolve => made.listen(on, '127.0.0.1', () => resolve(made)))
  }

  async function restart(ms: number) {
    await close(server)
    await new Promise(resolve => setTimeout(resolve, ms))
    server = await listen(port)
  }
}

interface Told {
  meta: { entity_id: string; attempt: number }
  data: { title?: string } | null
}

function isGenuine(headers: Record<string, string | string[] | undefined>, text: string, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
