import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { useRowsInView } from '../parts/visibleRows.ts'
import { refine } from '../shell/location.ts'
import { isInside } from './block.ts'
import { active, block, corner, focusActive, isEditing, putCursor } from './cursor.ts'
import type { ListColumn, ListRow } from './listRow.ts'
import type { ListStore } from './listStore.ts'
import { Row } from './row.tsx'
import { isNarrow, rowHeight } from './rowHeight.ts'
import { isSelected, select } from './selection.ts'
import { type Layout, NARROWEST, nextSort, WIDEST, widthOf } from './view.ts'

interface Props {
  store: ListStore
  columns: readonly ListColumn[]
  layout: Layout
  sort: string
  resize: (code: string, width: number) => void
  save: (row: ListRow, column: ListColumn, value: unknown) => void
  /** Told which rows are drawn. */
  inView: (first: number, last: number) => void
}

export const TITLE_WIDTH = 260

/**
 * A table of which only the rows in view are in the document. Rows are laid out by their place, which table elements
 * cannot be; one cell at a time has the focus.
 */
export function Table({ store, columns, layout, sort, resize, save, inView }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const rows = store.rows.value
  const height = rowHeight.value
  const { first, last } = useRowsInView(list, height, rows.length)
  useEffect(() => {
    inView(first, last)
    if (last > rows.length - 30) store.readMore()
  }, [first, last, rows.length])
  useEffect(() => {
    list.current?.scrollTo({ top: 0 })
    putCursor({ row: 0, column: 0 })
  }, [sort, store])
  const widths = columns.map((column, nr) =>
    nr === 0 ? (layout.widths[column.code] ?? TITLE_WIDTH) : widthOf(layout, column.code, column.field_type),
  )
  const width = widths.reduce((sum, each) => sum + each, PICK_WIDTH)
  const marked = block()
  const isBlock = corner.value !== undefined

  return (
    <div
      ref={list}
      class="list-scroll"
      role="grid"
      aria-label={store.kind.many}
      aria-rowcount={store.count.value?.is_exact ? store.count.value.count + 1 : -1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-busy={store.isLoading.value || undefined}
      style={{ '--row-height': `${height}px` }}
    >
      <div class="list-head" role="row" aria-rowindex={1} style={{ width: `${width}px` }}>
        <div class="list-pick" role="columnheader" aria-label="Selected">
          <AllBox store={store} />
        </div>
        {columns.map((column, nr) => (
          <Head
            key={column.code}
            column={column}
            width={widths[nr] ?? 0}
            sort={sort}
            isFirst={nr === 0}
            resize={next => resize(column.code, next)}
          />
        ))}
      </div>
      <div
        class="list-space"
        role="rowgroup"
        style={{ height: `${rows.length * height}px`, ...(!isNarrow.value && { width: `${width}px` }) }}
      >
        {rows.slice(first, last).map((row, at) => {
          const nr = first + at
          return (
            <Row
              key={row.id}
              kind={store.kind}
              row={row}
              nr={nr}
              columns={columns}
              widths={widths}
              isMarked={isSelected(row.id)}
              activeColumn={active.value.row === nr ? active.value.column : -1}
              isEditing={isEditing.value && active.value.row === nr}
              isInBlock={column => isBlock && isInside(marked, { row: nr, column })}
              save={(column, value) => {
                isEditing.value = false
                save(row, column, value)
                focusActive()
              }}
              mark={isRange => markRow(store, nr, isRange)}
            />
          )
        })}
      </div>
      {store.hasMore.value && <p class="list-more soft">Loading more …</p>}
    </div>
  )
}

const PICK_WIDTH = 40

let lastMarked = 0

/** Marks a row, or all rows since the one that was marked last. */
export function markRow(store: ListStore, nr: number, isRange: boolean): void {
  const rows = store.rows.value
  const row = rows[nr]
  if (!row) return
  const isMarked = !isSelected(row.id)
  const [from, to] = isRange ? [Math.min(lastMarked, nr), Math.max(lastMarked, nr)] : [nr, nr]
  select(
    store.kind.name,
    rows.slice(from, to + 1).map(each => each.id),
    isMarked,
  )
  lastMarked = nr
}

function AllBox({ store }: { store: ListStore }) {
  const rows = store.rows.value
  const count = rows.filter(row => isSelected(row.id)).length
  const isAll = rows.length > 0 && count === rows.length
  return (
    <input
      type="checkbox"
      aria-label="Select all rows that are loaded"
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() =>
        select(
          store.kind.name,
          rows.map(row => row.id),
          !isAll,
        )
      }
    />
  )
}

interface HeadProps {
  column: ListColumn
  width: number
  sort: string
  isFirst: boolean
  resize: (width: number) => void
}

function Head({ column, width, sort, isFirst, resize }: HeadProps) {
  const isUp = sort === column.code
  const isDown = sort === `-${column.code}`
  const label = column.is_related ? `${column.of === 'person' ? 'Person' : 'Organization'}: ` : ''
  return (
    <div
      class="list-cell"
      role="columnheader"
      data-first={isFirst}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      style={{ width: `${width}px` }}
    >
      {column.is_sortable ? (
        <button type="button" onClick={() => refine({ sort: nextSort(sort, column.code) })}>
          <span>
            {label}
            {column.field_name}
          </span>
          {(isUp || isDown) && <Icon name={isUp ? 'up' : 'down'} />}
        </button>
      ) : (
        <span>
          {label}
          {column.field_name}
        </span>
      )}
      <span class="list-resize" aria-hidden="true" onPointerDown={event => followResize(event, width, resize)} />
    </div>
  )
}

/** The edge of a column follows the pointer. */
function followResize(event: PointerEvent, width: number, resize: (width: number) => void): void {
  event.preventDefault()
  const handle = event.currentTarget as HTMLElement
  handle.setPointerCapture(event.pointerId)
  const move = ({ clientX }: PointerEvent) =>
    resize(Math.round(Math.max(NARROWEST, Math.min(WIDEST, width + clientX - event.clientX))))
  handle.addEventListener('pointermove', move)
  const end = () => handle.removeEventListener('pointermove', move)
  handle.addEventListener('pointerup', end, { once: true })
  handle.addEventListener('pointercancel', end, { once: true })
}
