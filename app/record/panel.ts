import { computed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { go, path, query, refine } from '../shell/location.ts'
import { panelName, parsePanelName } from './panelAddress.ts'
import { type KindName, RECORD_PLACES, type RecordId, recordAddress } from './places.ts'

/*
 * A record beside the list or board it was opened from. The address says which one (`?open=deal-7`), so a link shows the
 * same; the panel itself stands in `panelView.tsx`, and is drawn beside every screen by `shell/screen.tsx`.
 */

/** A record that can be opened, with what the list already knows of it (fields as v2 names them): shown at once. */
export interface PanelRecord {
  kind: KindName
  id: RecordId
  held?: Readonly<Record<string, unknown>> | undefined
}

/** What a list tells the panel: the record after or before another, and how to bring one into view. */
export interface PanelList {
  step: (from: PanelRecord, by: 1 | -1) => PanelRecord | undefined
  reveal?: (record: PanelRecord) => void
}

/** The record that is open beside the screen. */
export const inPanel = computed<PanelRecord | undefined>(() => {
  const named = parsePanelName(query.value.get('open'))
  return named && { ...named, held: held.get(panelName(named.kind, named.id)) }
})

const held = new Map<string, PanelRecord['held']>()

/**
 * Opens a record beside the list; where there is no room for both, its page.
 *
 * @example openPanel('deal', card.id, card)
 */
export function openPanel(kind: KindName, id: RecordId, known?: PanelRecord['held']): void {
  held.clear()
  if (known) held.set(panelName(kind, id), known)
  // Beside the page of a record, too, the other record gets a page.
  if (isNarrow() || isRecordPage()) go(recordAddress(kind, id))
  // One step back closes the panel, however many records were looked at in it.
  else refine({ open: panelName(kind, id), part: null }, { replace: inPanel.value !== undefined })
}

export function closePanel(): void {
  refine({ open: null, part: null })
}

function isRecordPage(): boolean {
  return Object.values(RECORD_PLACES).some(({ screen }) => path.value.startsWith(`${screen}/`))
}

export function isNarrow(): boolean {
  return matchMedia('(max-width: 800px)').matches
}

/** For links to records; shows which one is open beside them. */
export function panelLink(kind: KindName, id: RecordId, known?: PanelRecord['held']) {
  return { ...recordLink(kind, id, () => known), 'data-open': isInPanel(kind, id) }
}

/** The same without that. A plain press opens the panel, any other does what the browser does with links. */
export function recordLink(kind: KindName, id: RecordId, known: () => PanelRecord['held']) {
  return {
    href: recordAddress(kind, id),
    'data-record': panelName(kind, id),
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      openPanel(kind, id, known())
    },
  }
}

export function isInPanel(kind: KindName, id: RecordId): boolean {
  return inPanel.value?.kind === kind && inPanel.value.id === id
}

/** The list that was on screen last; a page that was opened from it goes on in its order. */
let list: PanelList | undefined

/** Says in which order J and K go through the records of a list. */
export function usePanelList(shown: PanelList): void {
  useEffect(() => {
    list = shown
  }, [shown])
}

/** The panel takes room from the list: what was opened is brought back into view. */
export function revealInList(record: PanelRecord): void {
  list?.reveal?.(record)
}

/** To the next record of the list, in the panel or, where a record has the whole page, on the page. */
export function stepRecord(from: PanelRecord, by: 1 | -1): void {
  const next = list?.step(from, by)
  if (!next) return
  if (inPanel.value) openPanel(next.kind, next.id, next.held)
  else if (path.value === recordAddress(from.kind, from.id)) go(recordAddress(next.kind, next.id), { replace: true })
}
