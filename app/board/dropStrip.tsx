import { Icon, type IconName } from '../parts/icon.tsx'
import { dragged, type Outcome, target } from './drag.ts'

const OUTCOMES: readonly { outcome: Outcome; label: string; icon: IconName }[] = [
  { outcome: 'won', label: 'Won', icon: 'trophy' },
  { outcome: 'lost', label: 'Lost', icon: 'thumbDown' },
  { outcome: 'lead', label: 'Make a lead', icon: 'lead' },
  { outcome: 'delete', label: 'Delete', icon: 'trash' },
]

/** Where a card can be let go when it leaves the board; there while one is dragged. */
export function DropStrip() {
  if (!dragged.value) return null
  const over = target.value && 'outcome' in target.value ? target.value.outcome : undefined
  return (
    <div class="drop-strip" aria-hidden="true">
      {OUTCOMES.map(({ outcome, label, icon }) => (
        <div key={outcome} data-outcome={outcome} data-target={over === outcome}>
          <Icon name={icon} /> {label}
        </div>
      ))}
    </div>
  )
}
