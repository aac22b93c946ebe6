/** Requests by API, operation and status, and how long they took: counted on every call, so with next to no work. */
export interface RequestTally {
  add(api: string, operation: string, status: number, seconds: number): void
  /** In the text format of Prometheus. */
  text(): string
}

/** Upper bounds in seconds; the last bucket has none. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, Number.POSITIVE_INFINITY]

interface ApiTally {
  /** Operation → status → count. */
  operations: Map<string, Map<number, number>>
  buckets: number[]
  seconds: number
}

export function requestTally(): RequestTally {
  const apis = new Map<string, ApiTally>()

  return {
    add(api, operation, status, seconds) {
      const tally = of(apis, api, newTally)
      const statuses = of(tally.operations, operation, newStatuses)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const bucket = BOUNDS.findIndex(bound => seconds <= bound)
      tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1
      tally.seconds += seconds
    },
    text() {
      const counts = [...apis].flatMap(([api, { operations }]) => countLines(api, operations))
      const times = [...apis].flatMap(([api, tally]) => timeLines(api, tally))
      return [
        '# HELP portico_requests_total Requests answered',
        '# TYPE portico_requests_total counter',
        ...counts,
        '',
        '# HELP portico_request_seconds Time from the first byte in to the reply handed over',
        '# TYPE portico_request_seconds histogram',
        ...times,
        '',
      ].join('\n')
    },
  }
}

function of<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function newTally(): ApiTally {
  return { operations: new Map(), buckets: BOUNDS.map(() => 0), seconds: 0 }
}

function newStatuses(): Map<number, number> {
  return new Map()
}

function countLines(api: string, operations: ApiTally['operations']): string[] {
  return [...operations].flatMap(([operation, statuses]) =>
    [...statuses].map(
      ([status, count]) =>
        `portico_requests_total{api="${api}",operation="${escaped(operation)}",status="${status}"} ${count}`,
    ),
  )
}

/** Each bucket counts everything up to its bound. */
function timeLines(api: string, { buckets, seconds }: ApiTally): string[] {
  let count = 0
  const lines = BOUNDS.map((bound, at) => {
    count += buckets[at] ?? 0
    return `portico_request_seconds_bucket{le="${Number.isFinite(bound) ? bound : '+Inf'}",api="${api}"} ${count}`
  })
  return [
    ...lines,
    `portico_request_seconds_sum{api="${api}"} ${seconds}`,
    `portico_request_seconds_count{api="${api}"} ${count}`,
  ]
}

function escaped(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
