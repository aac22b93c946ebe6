/**
 * Calls that several pieces of work make at the same time, done as one. Rules stay written for one record: whoever reads
 * or writes a row asks here when there is a gather, and gets its own part of the answer.
 *
 * @example crm.gather.call('lock deal', id, ids => lockSeveral(crm, ids))
 */
export interface Gather {
  /** `perform` is given everything that was called under the same key, and answers in that order. */
  call<Item, Result>(
    key: string,
    item: Item,
    perform: (items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result>
}

interface Group {
  items: unknown[]
  perform(items: readonly unknown[]): Promise<readonly unknown[]>
  callers: { resolve(result: unknown): void; reject(reason: unknown): void }[]
}

/**
 * Begins all work at once and waits for its end. What is called on the gather is performed as soon as every piece of work
 * that has not ended waits for it.
 */
export async function allGathered<Item, Done>(
  items: readonly Item[],
  work: (gather: Gather, item: Item) => Promise<Done>,
): Promise<PromiseSettledResult<Done>[]> {
  let underWay = items.length
  let waiting = 0
  let groups = new Map<string, Group>()

  function performOnceAllWait(): void {
    if (waiting === 0 || waiting < underWay) return
    const ready = [...groups.values()]
    groups = new Map()
    waiting = 0
    for (const group of ready) void performed(group)
  }

  const gather: Gather = {
    call: (key, item, perform) =>
      new Promise((resolve, reject) => {
        // Of one key all items are of one type, and so are the results: the callers say which.
        const group = groups.get(key) ?? ({ items: [], perform, callers: [] } as unknown as Group)
        groups.set(key, group)
        group.items.push(item)
        group.callers.push({ resolve: resolve as (result: unknown) => void, reject })
        waiting++
        performOnceAllWait()
      }),
  }
  return Promise.allSettled(
    items.map(item =>
      work(gather, item).finally(() => {
        underWay--
        performOnceAllWait()
      }),
    ),
  )
}

async function performed({ items, perform, callers }: Group): Promise<void> {
  try {
    const results = await perform(items)
    for (const [at, { resolve }] of callers.entries()) resolve(results[at])
  } catch (error) {
    for (const { reject } of callers) reject(error)
  }
}
