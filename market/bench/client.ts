import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Load, Loaded, Shot } from './load.ts'

/** The client of a measurement, in a thread of its own, so that it takes no time from the server. */
const { port, shots, seconds, atOnce } = workerData as Load
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const times: number[] = []
let next = 0
let refused = 0
const started = performance.now()
const end = started + seconds * 1000

await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (performance.now() < end) {
      const shot = shots[next++ % shots.length]
      if (!shot) break
      const at = performance.now()
      const status = await send(shot)
      if (status === 200) times.push(performance.now() - at)
      else refused++
    }
  }),
)
agent.destroy()
const took = (performance.now() - started) / 1000
parentPort?.postMessage({ times, took, refused } satisfies Loaded)

function send({ method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, response => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
