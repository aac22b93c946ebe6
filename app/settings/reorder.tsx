import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'

/** A list with one of it at another place. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...all.slice(from, from + 1))
}

interface Props {
  name: string
  nr: number
  move: (to: number) => Promise<void>
}

/** Takes a row elsewhere in its list: by mouse, pen and finger, and with the arrow keys. */
export function MoveHandle({ name, nr, move }: Props) {
  const button = useRef<HTMLButtonElement>(null)

  async function byKey(event: KeyboardEvent) {
    const to = event.key === 'ArrowUp' ? nr - 1 : event.key === 'ArrowDown' ? nr + 1 : undefined
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    await move(to)
    // A row that is put elsewhere in the document loses the focus.
    button.current?.focus()
  }

  function grab(event: PointerEvent) {
    const list = button.current?.closest('ul')
    if (!list || event.button !== 0) return
    button.current?.setPointerCapture(event.pointerId)
    let target = nr
    const over = ({ clientY }: PointerEvent) => {
      const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
      const own = rows.findIndex(row => row.contains(button.current))
      target = placeAt(rows, clientY, own)
      for (const [at, row] of rows.entries())
        row.dataset.drop = at === target && at !== own ? (target < own ? 'before' : 'after') : ''
    }
    const end = (event: PointerEvent) => {
      for (const row of list.querySelectorAll<HTMLElement>('[data-row]')) row.dataset.drop = ''
      button.current?.removeEventListener('pointermove', over)
      button.current?.removeEventListener('pointerup', end)
      button.current?.removeEventListener('pointercancel', end)
      if (event.type === 'pointerup') void move(target)
    }
    button.current?.addEventListener('pointermove', over)
    button.current?.addEventListener('pointerup', end)
    button.current?.addEventListener('pointercancel', end)
  }

  return (
    <button
      ref={button}
      type="button"
      class="round grip"
      aria-label={`Move ${name}; arrow keys put it up or down`}
      title="Drag, or press the arrow keys"
      onKeyDown={event => void byKey(event)}
      onPointerDown={grab}
    >
      <Icon name="more" />
    </button>
  )
}

/** The number of the row that a thing let go at this height takes the place of. */
function placeAt(rows: readonly HTMLElement[], y: number, from: number): number {
  const above = rows.filter((row, nr) => {
    const { top, height } = row.getBoundingClientRect()
    return nr !== from && y > top + height / 2
  })
  return above.length
}
