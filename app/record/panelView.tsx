import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../shell/keys.ts'
import { go } from '../shell/location.ts'
import { KINDS } from './kinds.ts'
import { closePanel, isNarrow, type PanelRecord, revealInList, stepRecord } from './panel.ts'
import { panelName } from './panelAddress.ts'
import { RECORD_PLACES, recordAddress } from './places.ts'
import { RecordScreen } from './record.tsx'

/** A record beside a list. The list stays usable; Escape closes the panel and goes back to where it was opened. */
export function PanelView({ record }: { record: PanelRecord }) {
  const { kind, id, held } = record
  const panel = useRef<HTMLElement>(null)
  const name = panelName(kind, id)
  const page = recordAddress(kind, id)
  useEffect(() => {
    // An address with a panel that was opened where there is no room for one.
    if (isNarrow()) go(page, { replace: true })
  }, [])
  useEffect(() => {
    panel.current?.focus()
    revealInList(record)
  }, [name])
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const shown = document.querySelector<HTMLElement>(`[data-record="${latest}"]`)
      if (shown) shown.focus()
      else if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  latest = name
  useKeys(
    'Open record',
    useMemo(
      () => [
        { keys: 'o', text: 'Open the whole page', run: () => go(page) },
        { keys: 'Escape', text: 'Close', run: closePanel },
      ],
      [name],
    ),
    { isAbove: true },
  )
  return (
    <aside ref={panel} class="panel" tabIndex={-1} aria-label={`${RECORD_PLACES[kind].label} beside the list`}>
      <div class="panel-bar">
        <button type="button" class="round" aria-label="Record before" onClick={() => stepRecord(record, -1)}>
          <Icon name="up" />
        </button>
        <button type="button" class="round" aria-label="Next record" onClick={() => stepRecord(record, 1)}>
          <Icon name="down" />
        </button>
        <a href={page}>Open the whole page</a>
        <button type="button" class="round" aria-label="Close" onClick={closePanel}>
          <Icon name="close" />
        </button>
      </div>
      <RecordScreen key={name} kind={KINDS[kind]} id={id} held={held} />
    </aside>
  )
}

/** The record that was in the panel last: the focus goes to it in the list when the panel closes. */
let latest = ''
