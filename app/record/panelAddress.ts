import { isKindName, type KindName, type RecordId } from './places.ts'

/** A record as the address names it: `deal-7`, `lead-b9c1…`. */
export function panelName(kind: KindName, id: RecordId): string {
  return `${kind}-${id}`
}

export function parsePanelName(name: string | null): { kind: KindName; id: RecordId } | undefined {
  const [, kind = '', text = ''] = /^([a-z]+)-([0-9a-f-]{1,36})$/.exec(name ?? '') ?? []
  if (!isKindName(kind)) return undefined
  if (kind === 'lead') return { kind, id: text }
  return /^[1-9]\d{0,14}$/.test(text) ? { kind, id: Number(text) } : undefined
}
