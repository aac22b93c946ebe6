import { Avatar } from '../parts/avatar.tsx'
import { dayName } from '../parts/days.ts'
import { money } from '../parts/money.ts'
import { webText } from '../record/fieldText.tsx'
import { isEmpty } from '../record/fieldValue.ts'
import { panelLink } from '../record/panel.ts'
import { userName } from '../store/company.ts'
import { CellEditor, CellText, nextText, type Price, priceText } from './cell.tsx'
import { cellText, cellValue } from './cellValue.ts'
import { active, corner, isEditing as editing, focusActive, putCursor } from './cursor.ts'
import type { ListKind } from './kinds.ts'
import type { ListColumn, ListRow } from './listRow.ts'
import { heldOf } from './panelRows.ts'
import { isNarrow, rowHeight } from './rowHeight.ts'

interface Props {
  kind: ListKind
  row: ListRow
  nr: number
  columns: readonly ListColumn[]
  widths: readonly number[]
  isMarked: boolean
  /** The place of the active cell, -1 in other rows. */
  activeColumn: number
  isEditing: boolean
  isInBlock: (column: number) => boolean
  save: (column: ListColumn, value: unknown) => void
  mark: (isRange: boolean) => void
}

/** A record in a list. */
export function Row(props: Props) {
  const { kind, row, nr, columns, isMarked, mark } = props
  const name = String(row[kind.title])
  return (
    <div
      class="list-row"
      role="row"
      aria-rowindex={nr + 2}
      aria-selected={isMarked}
      data-row={row.id}
      style={{ top: `${nr * rowHeight.value}px` }}
    >
      <div class="list-pick" role="gridcell">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isMarked}
          onClick={event => {
            // A range that ends at a row which is marked already leaves its tick.
            if (event.shiftKey && isMarked) event.preventDefault()
            mark(event.shiftKey)
          }}
        />
      </div>
      {isNarrow.value ? (
        <Card {...props} name={name} />
      ) : (
        columns.map((column, at) => <Cell key={column.code} {...props} column={column} at={at} name={name} />)
      )}
    </div>
  )
}

function Cell(props: Props & { column: ListColumn; at: number; name: string }) {
  const { kind, row, nr, widths, activeColumn, isInBlock, save, column, at, name } = props
  const isActive = activeColumn === at
  const isOpen = isActive && props.isEditing
  function onPointerDown(event: PointerEvent) {
    if (isOpen || event.button !== 0) return
    if (event.shiftKey) {
      event.preventDefault()
      corner.value = { row: nr, column: at }
    } else putCursor({ row: nr, column: at })
    if (!(event.target as Element).closest('a')) focusActive()
  }
  return (
    <div
      class="list-cell"
      role="gridcell"
      aria-readonly={!column.is_editable}
      data-first={at === 0}
      data-type={column.field_type}
      data-block={isInBlock(at)}
      data-active-cell={isActive || undefined}
      data-open={isOpen}
      tabIndex={isActive ? 0 : -1}
      style={{ width: `${widths[at]}px` }}
      onPointerDown={onPointerDown}
      onDblClick={() => {
        if (column.is_editable) editing.value = true
      }}
    >
      {isOpen ? (
        <CellEditor
          key={`${row.id}/${column.code}`}
          row={row}
          column={column}
          save={value => {
            // A field that disappears loses the focus, and would be saved once more.
            if (editing.value) save(column, value)
          }}
          cancel={() => {
            if (active.value.row !== nr || active.value.column !== at || !editing.value) return
            editing.value = false
            focusActive()
          }}
        />
      ) : at === 0 ? (
        <a class="list-title" {...panelLink(kind.name, row.id, heldOf(kind, row))} tabIndex={-1}>
          {name}
        </a>
      ) : (
        <CellText row={row} column={column} />
      )}
    </div>
  )
}

/** On a small screen: what it is called, and under it what the first columns say. */
function Card({ kind, row, columns, name }: Props & { name: string }) {
  const facts = columns
    .slice(1)
    .filter(({ field_type }) => field_type !== 'user' && field_type !== 'int')
    .map(column => factText(row, column))
    .filter(Boolean)
    .slice(0, 3)
  const owner = row.owner_id ? userName(Number(row.owner_id)) : undefined
  return (
    <div class="list-card" role="gridcell">
      <a class="list-title" {...panelLink(kind.name, row.id, heldOf(kind, row))}>
        {name}
      </a>
      <span class="soft">{facts.join(' · ')}</span>
      {owner && <Avatar name={owner} />}
    </div>
  )
}

/** As people write it; what is copied to other programs (`cellText`) has no sign of a currency. */
function factText(row: ListRow, column: ListColumn): string {
  const value = cellValue(row, column)
  if (isEmpty(value)) return ''
  if (column.field_code === 'next_activity_date' && row.next_activity) return nextText(row)
  if (column.field_code === 'website') return webText(String(value))
  if (column.field_type === 'date') return dayName(String(value).slice(0, 10))
  if (column.field_type === 'price_list') return priceText(value as Price[])
  if (column.field_type !== 'monetary') return cellText(row, column)
  const own = typeof value === 'object' ? (value as { value: number; currency: string }) : undefined
  return money(own?.value ?? Number(value), own?.currency ?? String(row.currency))
}
