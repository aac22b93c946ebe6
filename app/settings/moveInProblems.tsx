import type { MoveInShape, MoveProblemShape } from '@portico/crm/across/moveIn/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'

const PAGE = 100

/** Every record that did not come, or came without something, and why. */
export function MoveInProblems({ move: { missing, incomplete } }: { move: MoveInShape }) {
  const problems = useSignal<readonly MoveProblemShape[]>([])
  const total = missing + incomplete
  async function more() {
    const start = problems.value.length
    const { data } = await call<MoveProblemShape[]>(`GET /app/api/moveIn/problems?start=${start}&limit=${PAGE}`)
    problems.value = [...problems.value, ...data]
  }
  useEffect(() => {
    if (total > 0) more().catch(tellProblem)
  }, [])
  if (total === 0) return null
  return (
    <details open>
      <summary>
        {missing.toLocaleString()} did not come, {incomplete.toLocaleString()} came without something
      </summary>
      <ul class="move-in-problems">
        {problems.value.map(({ kind, source_id, is_missing, reason }) => (
          <li key={`${kind} ${source_id}`}>
            <strong>
              {kind} {source_id}
              {is_missing && ' did not come'}
            </strong>
            : {reason}
          </li>
        ))}
      </ul>
      {problems.value.length < total && (
        <button type="button" onClick={() => void more().catch(tellProblem)}>
          Show more
        </button>
      )}
    </details>
  )
}
