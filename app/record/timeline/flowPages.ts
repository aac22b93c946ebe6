/** Something that happened to a record or around it, as the flow of v1 tells it. */
export interface FlowEntry<Data = Record<string, unknown>> {
  object: string
  timestamp: string
  data: Data
}

/** By which an entry is known again. A change of several fields is an entry for each. */
export function entryKey({ object, timestamp, data }: FlowEntry): string {
  return `${object}/${data.id}/${timestamp}/${data.field_key ?? ''}`
}

/** The first page read anew: what was read behind it before stays, unless the two do not meet. */
export function withFirstPage(before: readonly FlowEntry[], page: readonly FlowEntry[]): FlowEntry[] {
  const last = page.at(-1)
  const at = last ? before.findIndex(entry => entryKey(entry) === entryKey(last)) : -1
  return at === -1 ? [...page] : [...page, ...before.slice(at + 1)]
}

/** A further page behind what is there. New entries have moved the others down, so some may come twice. */
export function withNextPage(before: readonly FlowEntry[], page: readonly FlowEntry[]): FlowEntry[] {
  const known = new Set(before.map(entryKey))
  return [...before, ...page.filter(entry => !known.has(entryKey(entry)))]
}
