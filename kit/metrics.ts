import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  started(): void
  finished(api: string, operation: string, status: number, seconds: number): void
  text(): Promise<string>
  contentType: string
  registry: Registry
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const inFlight = new Gauge({
    name: 'portico_requests_in_flight',
    help: 'Requests being answered',
    registers: [registry],
  })
  const requests = new Counter({
    name: 'portico_requests_total',
    help: 'Requests answered',
    labelNames: ['api', 'operation', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'portico_request_seconds',
    help: 'Time from the first byte in to the reply handed over',
    labelNames: ['api'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })

  return {
    started: () => inFlight.inc(),
    finished(api, operation, status, seconds) {
      inFlight.dec()
      requests.inc({ api, operation, status: String(status) })
      duration.observe({ api }, seconds)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
  }
}
