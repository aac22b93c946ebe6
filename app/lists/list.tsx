import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { DealViews } from '../board/dealViews.tsx'
import { Icon } from '../parts/icon.tsx'
import { patchOf } from '../record/fieldValue.ts'
import { usePanelList } from '../record/panel.ts'
import { useKeys } from '../shell/keys.ts'
import { go, query, refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'
import { keepViews, readViews, views } from '../store/views.ts'
import { AddDialog } from './addDialog.tsx'
import { ColumnsDialog } from './columnsDialog.tsx'
import { keepCursor } from './cursor.ts'
import { FilterBar } from './filterBar.tsx'
import { readHelpers } from './filterHelpers.ts'
import type { ListKind } from './kinds.ts'
import { onGridKey, revealRow, useListKeys } from './listKeys.ts'
import type { ListColumn } from './listRow.ts'
import { type ListStore, openList } from './listStore.ts'
import { rowsInPanel } from './panelRows.ts'
import { ProblemsDialog } from './problemsDialog.tsx'
import { clearSelection } from './selection.ts'
import { SelectionBar } from './selectionBar.tsx'
import { Table } from './table.tsx'
import { useClipboard } from './useClipboard.ts'
import { keptLayout, type Layout, type ListView, viewOf } from './view.ts'

/** All records of a kind in a table that is edited where it stands. */
export function List({ kind }: { kind: ListKind }) {
  const store = useMemo(() => openList(kind, keepCursor), [kind])
  const layout = keptLayout(kind, views.value)
  const isChoosing = useSignal(false)
  const isAdding = useSignal(false)
  const inView = useRef({ first: 0, last: 50 })
  const address = listAddress(query.value)
  const view = useMemo(() => viewOf(kind, query.value), [kind, address])
  const codes = view.columns ?? layout.columns
  const all = store.columns.value
  const columns = useMemo(() => chosenColumns(kind, all, codes), [all, codes.join()])
  const keep = (next: Layout | null, after = 0) => keepViews({ [`${kind.name}_list`]: next }, after)

  useEffect(() => void store.readColumns().catch(tellProblem), [store])
  useEffect(() => void readHelpers().catch(() => {}), [])
  // Another browser may have arranged it since this page was opened.
  useEffect(() => void readViews().catch(() => {}), [kind])
  const shown = columns.map(({ code }) => code)
  useEffect(() => {
    if (columns.length > 0) void store.show(view, shown)
  }, [store, view, shown.join()])
  useEffect(() => clearSelection, [kind, address])
  useEffect(
    () => onChanges([kind.name, ...kind.shows], () => store.refresh(inView.current.first, inView.current.last)),
    [store],
  )
  usePanelList(useMemo(() => rowsInPanel(store, row => revealRow(row)), [store]))
  useClipboard(store, columns)
  useKeys(
    kind.many,
    useListKeys(store, columns, () => (isAdding.value = true)),
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the table inside that are not bound alone
    <div class="list-screen" onKeyDown={event => onGridKey(event, store, columns)}>
      <header class="bar" data-views={kind.name === 'deal'}>
        <h1>{kind.many}</h1>
        <Count store={store} />
        {kind.name === 'deal' && <DealViews />}
        <span class="grow" />
        {(kind.name === 'person' || kind.name === 'organization') && (
          <a class="button" href={`${kind.screen}/duplicates`}>
            Duplicates
          </a>
        )}
        <button type="button" onClick={() => (isChoosing.value = true)}>
          Columns
        </button>
        <button type="button" class="primary" onClick={() => (isAdding.value = true)}>
          <Icon name="plus" /> <span class="button-words">Add {kind.one}</span>
        </button>
      </header>
      <FilterBar store={store} columns={all} view={view} />
      {store.refusal.value ? (
        <div class="told">
          <h2>This list cannot be shown</h2>
          <p>{store.refusal.value}.</p>
          <button type="button" class="primary" onClick={() => go(kind.screen)}>
            Show all {kind.many.toLowerCase()}
          </button>
        </div>
      ) : columns.length === 0 || (store.isLoading.value && store.rows.value.length === 0) ? (
        <p class="loading">Loading …</p>
      ) : store.rows.value.length === 0 ? (
        <Empty kind={kind} view={view} add={() => (isAdding.value = true)} />
      ) : (
        <Table
          store={store}
          columns={columns}
          layout={layout}
          sort={view.sort}
          resize={(code, width) => keep({ ...layout, widths: { ...layout.widths, [code]: width } }, 300)}
          save={(row, column, value) =>
            void store.save([{ row, patch: patchOf(column, value) }], `Changed ${column.field_name.toLowerCase()}`)
          }
          inView={(first, last) => {
            inView.current = { first, last }
          }}
        />
      )}
      <SelectionBar store={store} view={view} columns={shown} />
      <ProblemsDialog columns={all} />
      {isChoosing.value && (
        <ColumnsDialog
          columns={all}
          chosen={codes}
          title={kind.title}
          save={next => {
            keep({ ...layout, columns: [...next] })
            refine({ columns: next.join(',') })
          }}
          reset={() => {
            keep(null)
            refine({ columns: null })
          }}
          close={() => (isChoosing.value = false)}
        />
      )}
      {isAdding.value && (
        <AddDialog
          kind={kind}
          added={() => void store.refresh(0, 0).catch(tellProblem)}
          close={() => (isAdding.value = false)}
        />
      )}
    </div>
  )
}

/** The address without the record that is open beside the list, which is the same list with and without it. */
function listAddress(given: URLSearchParams): string {
  const own = new URLSearchParams(given)
  own.delete('open')
  own.delete('part')
  return String(own)
}

/** What the record is called, then the chosen ones as far as they exist. */
function chosenColumns(kind: ListKind, all: readonly ListColumn[], codes: readonly string[]): ListColumn[] {
  const byCode = new Map(all.map(column => [column.code, column]))
  return [kind.title, ...codes.filter(code => code !== kind.title)].flatMap(code => byCode.get(code) ?? []).slice(0, 40)
}

function Count({ store }: { store: ListStore }) {
  const count = store.count.value
  if (!count) return null
  return (
    <span class="soft">
      {count.is_exact ? count.count.toLocaleString() : `more than ${count.count.toLocaleString()}`}
    </span>
  )
}

function Empty({ kind, view, add }: { kind: ListKind; view: ListView; add: () => void }) {
  const { ownerId, filterId, pipelineId, chips } = view
  const isNarrowed = ownerId || filterId || pipelineId || chips.all.length + chips.any.length > 0
  return (
    <div class="told">
      <h2>{isNarrowed ? `No ${kind.many.toLowerCase()} match` : `No ${kind.many.toLowerCase()} yet`}</h2>
      <p>{isNarrowed ? 'Take away a condition, or show everyone’s.' : kind.whenEmpty}</p>
      <div class="row">
        {isNarrowed && (
          <button type="button" onClick={() => go(kind.screen)}>
            Show all
          </button>
        )}
        <button type="button" class="primary" onClick={add}>
          Add {kind.one}
        </button>
      </div>
    </div>
  )
}
