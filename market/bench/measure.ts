/** How fast something answers: many at once for the rate, one after another for the time of each. */
export interface Measured {
  perSecond: number
  medianMs: number
}

export type Ask = (n: number) => Promise<Response>

const AT_ONCE = 16

export async function measure(ask: Ask, seconds: number, from = 0): Promise<Measured> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  let next = from
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) {
        const at = performance.now()
        const response = await ask(next++)
        await response.text()
        if (!response.ok) throw new Error(`answered ${response.status}`)
        times.push(performance.now() - at)
      }
    }),
  )
  const took = (performance.now() - started) / 1000
  return { perSecond: times.length / took, medianMs: median(times) }
}

/** The median time of one request at a time. */
export async function medianOf(ask: Ask, count: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const at = performance.now()
    const response = await ask(n)
    await response.text()
    if (!response.ok) throw new Error(`answered ${response.status}`)
    times.push(performance.now() - at)
  }
  return median(times)
}

/** Both in turns, so that what else the machine does hits them alike. */
export async function compare(ours: Ask, floor: Ask, seconds: number, rounds = 3) {
  const ratios: number[] = []
  let [our, least]: (Measured | undefined)[] = []
  for (let round = 0; round < rounds; round++) {
    least = await measure(floor, seconds / rounds, round * 1_000_000)
    our = await measure(ours, seconds / rounds, round * 1_000_000)
    ratios.push(our.perSecond / least.perSecond)
  }
  return { ours: our?.perSecond ?? 0, floor: least?.perSecond ?? 0, ratio: median(ratios) }
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
