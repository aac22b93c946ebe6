import autocannon from 'autocannon'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  connections?: number
  seconds: number
}

export interface Driven {
  /** Answers in a second, on average. */
  rate: number
  /** Median latency in milliseconds. */
  median: number
}

/** Drives one address for some seconds. Anything but a success ends the measurement: a fast refusal is no speed. */
export async function drive({
  url,
  method = 'GET',
  headers = {},
  body,
  connections = 16,
  seconds,
}: Load): Promise<Driven> {
  const result = await autocannon({
    url,
    method,
    connections,
    duration: seconds,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${url} answered ${result.non2xx} times with a refusal and failed ${result.errors} times`)
  return { rate: result['2xx'] / result.duration, median: result.latency.p50 }
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
