import type { Goal } from '@portico/crm/sales/goals/v1/shape'
import type { ReportRow } from '@portico/crm/sales/insights/app/shape'
import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { useKeys } from '../shell/keys.ts'
import { tellProblem } from '../shell/toasts.ts'
import { changed } from '../store/live.ts'
import { offerInverse } from '../store/undo.ts'
import { GoalDialog } from './goalDialog.tsx'

/** Sets a goal, or takes one away. */
export function GoalActions({ rows }: { rows: readonly ReportRow[] }) {
  const isSetting = useSignal(false)
  const isRemoving = useSignal(false)
  const remove = useRef<HTMLButtonElement>(null)
  const own = rows.filter(({ goal }) => goal?.may_change)
  useKeys(
    'Goals',
    useMemo(() => [{ keys: 'n', text: 'Set a goal', run: () => (isSetting.value = true) }], []),
  )
  return (
    <div class="row goal-actions">
      <button type="button" onClick={() => (isSetting.value = true)}>
        <Icon name="plus" /> Set a goal
      </button>
      {own.length > 0 && (
        <button ref={remove} type="button" class="quiet" aria-haspopup="menu" onClick={() => (isRemoving.value = true)}>
          Delete a goal
        </button>
      )}
      {isRemoving.value && remove.current && (
        <Menu
          label="Delete a goal"
          anchor={remove.current}
          close={() => (isRemoving.value = false)}
          items={own.map(row => ({ label: row.label ?? row.key, run: () => void removeGoal(row).catch(tellProblem) }))}
        />
      )}
      {isSetting.value && <GoalDialog close={() => (isSetting.value = false)} />}
    </div>
  )
}

/** The log cannot bring a goal back: undoing it sets the same goal again. */
async function removeGoal({ key, label, goal }: ReportRow): Promise<void> {
  const days = `period.start=${goal?.start}&period.end=${goal?.end}`
  const { data } = await call<{ goal: Goal }>(`GET /v1/goals/${key}/results?${days}`)
  const { title, assignee, type, expected_outcome, duration, interval } = data.goal
  await call(`DELETE /v1/goals/${key}`)
  changed('goal')
  offerInverse(`Deleted the goal “${label}”`, () =>
    call('POST /v1/goals', { body: { title, assignee, type, expected_outcome, duration, interval } }),
  )
}
