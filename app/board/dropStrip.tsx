import { Icon } from '../parts/icon.tsx'
import type { CardKind } from './cardKind.ts'
import { dragged, target } from './drag.ts'

/** Where a card can be let go when it leaves the board; there while one is dragged. */
export function DropStrip({ kind }: { kind: CardKind }) {
  if (!dragged.value) return null
  const over = target.value && 'outcome' in target.value ? target.value.outcome : undefined
  return (
    <div class="drop-strip" aria-hidden="true">
      {kind.outcomes.map(({ name, label, icon }) => (
        <div key={name} data-outcome={name} data-target={over === name}>
          <Icon name={icon} /> {label}
        </div>
      ))}
    </div>
  )
}
