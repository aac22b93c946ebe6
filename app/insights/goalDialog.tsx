import type { Goal } from '@portico/crm/sales/goals/v1/shape'
import { useSignal } from '@preact/signals'
import { call } from '../api/call.ts'
import { today } from '../parts/days.ts'
import { Dialog } from '../parts/dialog.tsx'
import { FormButtons } from '../parts/formButtons.tsx'
import { tellProblem } from '../shell/toasts.ts'
import { activeUsers, myCurrency, pipelines, session } from '../store/company.ts'
import { changed } from '../store/live.ts'
import { offerInverse } from '../store/undo.ts'
import { teams } from './teams.ts'

const TYPES = [
  ['deals_won', 'Deals won'],
  ['deals_started', 'Deals added'],
  ['deals_progressed', 'Deals moved on'],
  ['revenue_forecast', 'Revenue: won and expected'],
  ['activities_completed', 'Activities done'],
  ['activities_added', 'Activities added'],
] as const

const INTERVALS = [
  ['weekly', 'Week'],
  ['monthly', 'Month'],
  ['quarterly', 'Quarter'],
  ['yearly', 'Year'],
] as const

/** What somebody wants to reach, from the first day of this year on. */
export function GoalDialog({ close }: { close: () => void }) {
  const type = useSignal<string>('deals_won')
  const isAboutDeals = !type.value.startsWith('activities')

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '')
    const [assignee_type = 'person', assignee_id = ''] = text('assignee').split(' ')
    const pipeline = Number(text('pipeline'))
    const title = text('title').trim() || TYPES.find(([name]) => name === type.value)?.[1]
    const body = {
      title,
      type: { name: type.value, params: pipeline ? { pipeline_id: [pipeline] } : null },
      assignee: { type: assignee_type, id: Number(assignee_id) },
      interval: text('interval'),
      duration: { start: `${today().slice(0, 4)}-01-01`, end: null },
      expected_outcome: {
        target: Number(text('target')),
        tracking_metric: isAboutDeals ? text('metric') : 'quantity',
      },
    }
    try {
      const { data } = await call<{ goal: Goal }>('POST /v1/goals', { body })
      close()
      changed('goal')
      offerInverse(`Set the goal “${title}”`, () => call(`DELETE /v1/goals/${data.goal.id}`))
    } catch (error) {
      tellProblem(error)
    }
  }

  return (
    <Dialog title="Set a goal" close={close}>
      <form onSubmit={save}>
        <Choice
          name="type"
          label="What is counted"
          choices={TYPES}
          value={type.value}
          choose={value => (type.value = value)}
        />
        {isAboutDeals && (
          <Choice
            name="metric"
            label="Measured by"
            choices={[
              ['quantity', 'Number of deals'],
              ['sum', `Their value in ${myCurrency.value}`],
            ]}
          />
        )}
        <label>
          Target
          <input name="target" type="number" min="0.01" step="any" inputMode="decimal" required />
        </label>
        <Choice name="interval" label="In every" choices={INTERVALS} value="monthly" />
        <Choice name="assignee" label="For" choices={assignees()} />
        <Choice
          name="pipeline"
          label="Pipeline"
          choices={[['', 'All pipelines'], ...pipelines.value.map(({ id, name }) => [String(id), name] as const)]}
        />
        <label>
          Name, if you like
          <input name="title" maxLength={255} autocomplete="off" />
        </label>
        <FormButtons label="Set the goal" close={close} />
      </form>
    </Dialog>
  )
}

type Choices = readonly (readonly [value: string, label: string])[]

/** Everybody sets goals for themselves, admins for everyone. */
function assignees(): Choices {
  const { user, is_admin, company_id } = session.value
  const me = [`person ${user.id}`, 'Me'] as const
  if (!is_admin) return [me]
  const others = activeUsers.value.filter(({ id }) => id !== user.id)
  return [
    me,
    [`company ${company_id}`, 'Everyone together'],
    ...teams.value.map(({ id, name }) => [`team ${id}`, `Team ${name}`] as const),
    ...others.map(({ id, name }) => [`person ${id}`, name] as const),
  ]
}

interface ChoiceProps {
  name: string
  label: string
  choices: Choices
  value?: string
  choose?: (value: string) => void
}

function Choice({ name, label, choices, value, choose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} onChange={event => choose?.(event.currentTarget.value)}>
        {choices.map(([id, words]) => (
          <option key={id} value={id} selected={id === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
