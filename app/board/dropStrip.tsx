import { useComputed } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import type { CardKind } from './cardKind.ts'
import { isDragging, target } from './drag.ts'

/** Where a card can be let go when it leaves the board. It is seen while one is dragged, and laid out before that. */
export function DropStrip({ kind }: { kind: CardKind }) {
  const over = useComputed(() => (target.value && 'outcome' in target.value ? target.value.outcome : undefined)).value
  return (
    <div class="drop-strip" data-shown={isDragging} aria-hidden="true">
      {kind.outcomes.map(({ name, label, icon }) => (
        <div key={name} data-outcome={name} data-target={over === name}>
          <Icon name={icon} /> {label}
        </div>
      ))}
    </div>
  )
}
