import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Overlay } from '../parts/overlay.tsx'
import { isKindName, RECORD_PLACES, recordAddress } from '../record/places.ts'
import { PLACES } from '../routes.ts'
import { keyTable } from './keys.ts'
import { go } from './location.ts'
import { recentlyOpened } from './recent.ts'
import { tellProblem } from './toasts.ts'

export const isPaletteOpen = signal(false)

interface Entry {
  key: string
  label: string
  hint: string
  run: () => void
}

interface Hit {
  item: { id: number | string; type: string; name?: string; title?: string; organization?: { name: string } | null }
}

const MOST_SHOWN = 30
/** So that typing asks once, not with every letter. */
const PAUSE_MS = 120

/** One field for everything: records by name, e-mail or phone, places, and what can be done here. */
export function Palette() {
  const text = useSignal('')
  const hits = useSignal<readonly Entry[]>([])
  const active = useSignal(0)
  const settings = useSignal<(text: string) => Entry[]>(() => [])
  useEffect(() => {
    import('../settings/findSettings.ts').then(({ findSettings }) => {
      settings.value = term =>
        findSettings(term).map(({ href, title, where }) => ({
          key: href,
          label: title,
          hint: `Settings · ${where}`,
          run: () => go(href),
        }))
    }, tellProblem)
  }, [])
  useEffect(() => {
    const term = text.value.trim()
    active.value = 0
    if (term.length < 2) {
      hits.value = []
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(() => void ask(term, asking.signal), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text.value])

  async function ask(term: string, signal: AbortSignal) {
    try {
      const { data } = await call<{ items: Hit[] }>(`GET /v2/itemSearch?term=${encodeURIComponent(term)}&limit=20`, {
        signal,
      })
      hits.value = data.items.flatMap(entryOf)
    } catch (error) {
      if (!signal.aborted) tellProblem(error)
    }
  }

  const entries = [
    ...hits.value,
    ...(text.value.trim() ? [] : recent()),
    ...places(text.value),
    ...actions(text.value),
    ...(text.value.trim().length > 1 ? settings.value(text.value) : []),
  ].slice(0, MOST_SHOWN)
  const close = () => {
    isPaletteOpen.value = false
  }
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    entry.run()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') active.value = Math.min(entries.length - 1, active.value + 1)
    else if (event.key === 'ArrowUp') active.value = Math.max(0, active.value - 1)
    else if (event.key === 'Enter') choose(entries[active.value])
    else if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    document.getElementById(`palette-${active.value}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Overlay label="Search" close={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is */}
      <div
        class="palette"
        // A press beside the field leaves the focus there, and with it the keys.
        onMouseDown={event => event.target instanceof HTMLInputElement || event.preventDefault()}
      >
        <input
          autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={`palette-${active.value}`}
          aria-label="Search records, places and actions"
          placeholder="Search records, places and actions"
          autocomplete="off"
          value={text.value}
          onInput={event => (text.value = event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <div id="palette-list" role="listbox" aria-label="Results">
          {entries.map((entry, nr) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={entry.key}
              id={`palette-${nr}`}
              role="option"
              aria-selected={nr === active.value}
              onClick={() => choose(entry)}
              onPointerMove={() => (active.value = nr)}
            >
              {entry.label} <small>{entry.hint}</small>
            </div>
          ))}
          {entries.length === 0 && <div class="empty">Nothing found</div>}
        </div>
      </div>
    </Overlay>
  )
}

function entryOf({ item }: Hit): Entry[] {
  const { type, id } = item
  if (!isKindName(type)) return []
  const label = item.title ?? item.name ?? String(id)
  const kind = RECORD_PLACES[type].label
  const hint = item.organization ? `${kind} · ${item.organization.name}` : kind
  return [{ key: `${type}/${id}`, label, hint, run: () => go(recordAddress(type, id)) }]
}

function recent(): Entry[] {
  return recentlyOpened().map(({ path, label }) => ({ key: path, label, hint: 'Opened before', run: () => go(path) }))
}

function places(text: string): Entry[] {
  return matching(
    PLACES.map(({ path, label, keys }) => ({ key: path, label, hint: `Go to · ${keys}`, run: () => go(path) })),
    text,
  )
}

function actions(text: string): Entry[] {
  const bindings = keyTable.value.toReversed().flatMap(group => group.bindings)
  return matching(
    bindings
      .filter(({ keys }) => !PLACES.some(place => place.keys === keys))
      .map(({ keys, text: label, run }) => ({ key: keys, label, hint: keys, run })),
    text,
  )
}

function matching(entries: Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase()
  return entries.filter(({ label }) => label.toLowerCase().includes(wanted))
}
