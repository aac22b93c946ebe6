import { useSignal } from '@preact/signals'
import { tellProblem } from '../shell/toasts.ts'
import { session } from '../store/company.ts'
import { firstSight } from '../store/firstSight.ts'
import { removeSamples } from './samples.ts'

/** Says that what is on screen is invented, until it is gone. */
export function SampleBar() {
  const isRemoving = useSignal(false)
  if (!firstSight.value.has_samples) return null
  async function remove() {
    isRemoving.value = true
    await removeSamples().catch(tellProblem)
    isRemoving.value = false
  }
  return (
    <div class="sample-bar">
      <span>
        You see sample data.<span class="and-more"> Try anything; what you add yourself stays.</span>
      </span>
      {session.value.is_admin && (
        <button type="button" disabled={isRemoving.value} onClick={() => void remove()}>
          Remove sample data
        </button>
      )}
    </div>
  )
}
