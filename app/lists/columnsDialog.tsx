import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import type { ListColumn } from './listRow.ts'

interface Props {
  columns: readonly ListColumn[]
  chosen: readonly string[]
  /** The first column stays. */
  title: string
  save: (codes: readonly string[]) => void
  reset: () => void
  close: () => void
}

/** Which columns a list has, and in what order. */
export function ColumnsDialog({ columns, chosen, title, save, reset, close }: Props) {
  const codes = useSignal(chosen)
  const wanted = useSignal('')
  const byCode = new Map(columns.map(column => [column.code, column]))
  const put = (next: readonly string[]) => {
    codes.value = next
    save(next)
  }
  const move = (code: string, by: number) => {
    const at = codes.value.indexOf(code)
    const next = codes.value.filter(each => each !== code)
    next.splice(Math.max(0, Math.min(next.length, at + by)), 0, code)
    put(next)
  }
  const others = columns.filter(
    ({ code, field_name }) =>
      code !== title &&
      !codes.value.includes(code) &&
      field_name.toLowerCase().includes(wanted.value.trim().toLowerCase()),
  )
  return (
    <Dialog title="Columns" close={close}>
      <ol class="column-choice" aria-label="Shown columns">
        {codes.value.flatMap(code => {
          const column = byCode.get(code)
          if (!column) return []
          const name = nameOf(column)
          return [
            <li key={code}>
              <span>{name}</span>
              <button type="button" class="round" aria-label={`Move ${name} up`} onClick={() => move(code, -1)}>
                <Icon name="up" />
              </button>
              <button type="button" class="round" aria-label={`Move ${name} down`} onClick={() => move(code, 1)}>
                <Icon name="down" />
              </button>
              <button
                type="button"
                class="round"
                aria-label={`Hide ${name}`}
                onClick={() => put(codes.value.filter(each => each !== code))}
              >
                <Icon name="close" />
              </button>
            </li>,
          ]
        })}
      </ol>
      <label>
        Add a column
        <input
          type="search"
          placeholder="Find a field"
          autocomplete="off"
          value={wanted.value}
          onInput={event => (wanted.value = event.currentTarget.value)}
        />
      </label>
      <ul class="column-choice" aria-label="Further columns">
        {others.map(column => (
          <li key={column.code}>
            <button type="button" class="quiet" onClick={() => put([...codes.value, column.code])}>
              <Icon name="plus" /> {nameOf(column)}
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="primary" onClick={close}>
          Done
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            reset()
            close()
          }}
        >
          As they were first
        </button>
      </div>
    </Dialog>
  )
}

function nameOf({ field_name, is_related, of }: ListColumn): string {
  return is_related ? `${field_name} (${of})` : field_name
}
