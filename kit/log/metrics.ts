import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { requestTally } from './requestTally.ts'

export interface Metrics {
  started(): void
  finished(api: string, operation: string, status: number, seconds: number): void
  /** Makes a counter of things that happen, told apart by one label; what it gives back counts one of them. */
  counter(name: string, help: string, label: string): (value: string) => void
  text(): Promise<string>
  contentType: string
}

/** The process's own figures by prom-client; requests by a tally of our own, whose labels cost nothing on the way. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const requests = requestTally()
  let inFlight = 0
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'portico_requests_in_flight',
    help: 'Requests being answered',
    registers: [registry],
    collect() {
      this.set(inFlight)
    },
  })

  return {
    started() {
      inFlight++
    },
    finished(api, operation, status, seconds) {
      inFlight--
      requests.add(api, operation, status, seconds)
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return value => counter.inc({ [label]: value })
    },
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
    contentType: registry.contentType,
  }
}
