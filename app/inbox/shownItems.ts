/** A change of something in a list that the server has not confirmed yet. */
export interface PendingItem<T extends { id: number | string }> {
  id: T['id']
  /** Undefined when it leaves the list: archived, deleted, made something else. */
  to: Partial<T> | undefined
}

/** The list as it will be when all pending changes are done. */
export function withPending<T extends { id: number | string }>(
  items: readonly T[],
  pending: readonly PendingItem<T>[],
): readonly T[] {
  if (pending.length === 0) return items
  return items.flatMap(item => {
    const own = pending.filter(({ id }) => id === item.id)
    if (own.some(({ to }) => to === undefined)) return []
    return [Object.assign({}, item, ...own.map(({ to }) => to))]
  })
}

/** A page joins the list; what moved into it from an earlier page is there once. */
export function withPage<T extends { id: number | string }>(items: readonly T[], page: readonly T[]): T[] {
  const anew = new Set(page.map(({ id }) => id))
  return [...items.filter(({ id }) => !anew.has(id)), ...page]
}

/** The one to go on with when some leave the list: the first after them that stays, else the last before them. */
export function nextAfter<T extends { id: number | string }>(
  items: readonly T[],
  openId: T['id'] | undefined,
  leaving: ReadonlySet<T['id']>,
): T['id'] | undefined {
  if (openId === undefined || !leaving.has(openId)) return openId
  const at = items.findIndex(({ id }) => id === openId)
  const stays = ({ id }: T) => !leaving.has(id)
  return (items.slice(at + 1).find(stays) ?? items.slice(0, Math.max(0, at)).findLast(stays))?.id
}
