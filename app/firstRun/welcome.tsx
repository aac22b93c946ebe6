import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon, type IconName } from '../parts/icon.tsx'
import { go } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { session } from '../store/company.ts'
import { firstSight } from '../store/firstSight.ts'
import { addSamples } from './samples.ts'

/** What an empty company is greeted with: ways to begin. */
export function Welcome() {
  const isAdding = useSignal(false)
  const { is_empty } = firstSight.value
  useEffect(() => {
    // Somebody has begun meanwhile.
    if (!is_empty && !isAdding.value) go('/app/deals', { replace: true })
  }, [is_empty])
  async function add() {
    isAdding.value = true
    try {
      await addSamples()
    } catch (error) {
      isAdding.value = false
      tellProblem(error)
    }
  }
  const [firstName = ''] = session.value.user.name.split(' ')
  return (
    <div class="welcome">
      <h1>Welcome, {firstName}</h1>
      <p class="soft">Nothing is here yet. How do you want to begin?</p>
      <ul>
        {session.value.is_admin && (
          <Choice
            icon="board"
            title="Look around with sample data"
            hint="Deals, people, activities and leads. One press removes them again."
          >
            <button type="button" class="primary" disabled={isAdding.value} onClick={() => void add()}>
              {isAdding.value ? 'Adding …' : 'Add sample data'}
            </button>
          </Choice>
        )}
        <Choice
          icon="people"
          title="Bring your contacts and deals"
          hint="From a CSV or Excel file. You see everything before it is stored."
        >
          <a class="button" href="/app/import">
            Import a file
          </a>
        </Choice>
        {session.value.is_admin && session.value.is_account_admin && (
          <Choice icon="import" title="Move in" hint="With a whole account of the hosted CRM, or of another Portico.">
            <a class="button" href="/app/settings/move-in">
              Copy an account
            </a>
          </Choice>
        )}
        <Choice icon="plus" title="Start with a first deal" hint="A title and a name are enough.">
          <a class="button" href="/app/deals?add=1">
            Add a deal
          </a>
        </Choice>
      </ul>
    </div>
  )
}

interface ChoiceProps {
  icon: IconName
  title: string
  hint: string
  children: ComponentChildren
}

function Choice({ icon, title, hint, children }: ChoiceProps) {
  return (
    <li>
      <Icon name={icon} />
      <h2>{title}</h2>
      <p class="soft">{hint}</p>
      {children}
    </li>
  )
}
