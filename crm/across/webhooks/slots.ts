/** Requests to receivers that this process has under way at the same time. */
export interface Slots {
  /** Waits for a turn; to be given back by calling what it gives. */
  take(host: string, isSlow: boolean): Promise<() => void>
}

export interface SlotLimits {
  total: number
  /** Of those, for receivers that are slow or do not answer: however many there are, the others have the rest. */
  slowTotal: number
  /** To one host, whoever's webhooks lead there. */
  perHost: number
}

export function openSlots({ total, slowTotal, perHost }: SlotLimits): Slots {
  interface Waiting {
    host: string
    isSlow: boolean
    start(): void
  }
  const line: Waiting[] = []
  const hosts = new Map<string, number>()
  let [taken, takenBySlow] = [0, 0]

  const fits = ({ host, isSlow }: Pick<Waiting, 'host' | 'isSlow'>) =>
    taken < total && (!isSlow || takenBySlow < slowTotal) && (hosts.get(host) ?? 0) < perHost

  function occupy({ host, isSlow }: Pick<Waiting, 'host' | 'isSlow'>): () => void {
    taken++
    if (isSlow) takenBySlow++
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    return () => {
      taken--
      if (isSlow) takenBySlow--
      const left = (hosts.get(host) ?? 1) - 1
      if (left > 0) hosts.set(host, left)
      else hosts.delete(host)
      callNext()
    }
  }

  /** In the order in which they came, but past those who have to wait for their own kind. */
  function callNext() {
    for (let place = 0; place < line.length && taken < total; ) {
      const next = line[place]
      if (next && fits(next)) {
        line.splice(place, 1)
        next.start()
      } else place++
    }
  }

  return {
    take(host, isSlow) {
      const wanted = { host, isSlow }
      if (fits(wanted)) return Promise.resolve(occupy(wanted))
      return new Promise(resolve => line.push({ ...wanted, start: () => resolve(occupy(wanted)) }))
    },
  }
}
