import type { ComponentChildren } from 'preact'

interface Props {
  title: string
  count: number | undefined
  children: ComponentChildren
}

/** A part of the right side, with how many there are; it can be folded. */
export function SideSection({ title, count, children }: Props) {
  return (
    <details class="side-section" open>
      <summary>
        <h2>{title}</h2> {count !== undefined && <small>{count}</small>}
      </summary>
      {children}
    </details>
  )
}

/** Takes something off a record. */
export function RemoveButton({ label, run }: { label: string; run: () => void }) {
  return (
    <button type="button" class="round" aria-label={label} title={label} onClick={run}>
      ×
    </button>
  )
}
