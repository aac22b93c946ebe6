import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

export interface Bar {
  key: string
  /** What stands beside or below it. */
  label: string
  /** Under the label. */
  detail?: string
  /** Null where nothing can be said. */
  value: number | null
  text: string
  /** More than the bar shows, drawn lighter behind it. */
  behind?: number | undefined
  /** A mark across it. */
  mark?: number | undefined
  /** Everything about it in words. */
  words: string
  href?: string | undefined
}

interface Props {
  label: string
  form: 'columns' | 'bars'
  bars: readonly Bar[]
  /** What the whole length stands for; the greatest value unless said. */
  most?: number | undefined
}

/** More columns than these have no room for figures above them. */
const MOST_FIGURES = 13

/** Every chart is this list: a bar is a link to its deals where there are any. Tab reaches the chart, arrows its bars. */
export function Bars({ label, form, bars, most }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const at = useSignal(0)
  const whole = most ?? Math.max(1e-9, ...bars.map(({ value, behind }) => Math.max(value ?? 0, behind ?? 0)))
  const links = bars.filter(({ href }) => href)
  const first = links[Math.min(at.value, links.length - 1)]

  function onKey(event: KeyboardEvent) {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const here = all.indexOf(document.activeElement as HTMLElement)
    const to = stepTo(event.key, here, all.length)
    if (here === -1 || to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    at.value = to
    all[to]?.focus()
  }

  return (
    <ol
      ref={list}
      class="bars"
      data-form={form}
      data-many={bars.length > MOST_FIGURES || undefined}
      aria-label={label}
      onKeyDown={onKey}
    >
      {bars.map(bar => (
        <li key={bar.key}>
          {bar.href ? (
            <a href={bar.href} title={bar.words} tabIndex={bar === first ? 0 : -1}>
              <Drawn bar={bar} whole={whole} />
            </a>
          ) : (
            <div title={bar.words}>
              <Drawn bar={bar} whole={whole} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function Drawn({ bar, whole }: { bar: Bar; whole: number }) {
  const { label, detail, value, text, behind, mark, words } = bar
  return (
    <>
      <span class="hidden">
        {words}
        {detail && `, ${detail}`}
      </span>
      <span class="bar-label" aria-hidden="true">
        {label}
        {detail && <small>{detail}</small>}
      </span>
      <span class="bar-track">
        {behind !== undefined && <i class="bar-behind" style={partOf(behind, whole)} />}
        <i class="bar-fill" style={partOf(value ?? 0, whole)} />
        {mark !== undefined && <i class="bar-mark" style={partOf(mark, whole)} />}
      </span>
      <span class="bar-value" aria-hidden="true">
        {text}
      </span>
    </>
  )
}

function partOf(value: number, whole: number) {
  return { '--part': `${Math.max(0, Math.min(100, (100 * value) / whole)).toFixed(2)}%` }
}

function stepTo(key: string, here: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, here + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, here - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
