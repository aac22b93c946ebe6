import type { Seen } from '@portico/crm/across/seeAs/app/view'
import type { User } from '@portico/crm/company/users/v1/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { accessTerms } from './accessTerms.ts'

const KINDS: Readonly<Record<string, string>> = {
  deal: 'Deals',
  lead: 'Leads',
  person: 'People',
  organization: 'Organizations',
  product: 'Products',
}

/** The company in the eyes of somebody else. */
export function SeeAs({ user }: { user: User }) {
  const seen = useSignal<Seen | undefined>(undefined)
  const rights = useSignal<readonly string[]>([])
  useEffect(() => {
    async function look() {
      const [{ data }, terms] = await Promise.all([call<Seen>(`POST /app/api/users/${user.id}/view`), accessTerms()])
      seen.value = data
      rights.value = terms.rights.filter(({ name }) => data.rights.includes(name)).map(({ says }) => says)
    }
    look().catch(tellProblem)
  }, [user.id])
  if (!seen.value) return <p class="loading">Looking with the eyes of {user.name} …</p>
  const { is_admin, pipelines, kinds } = seen.value
  return (
    <section class="see-as" aria-label={`What ${user.name} sees`}>
      <h2>What {user.name} sees</h2>
      <p class="soft">
        {is_admin
          ? 'As an admin of sales: everything.'
          : `Pipelines: ${pipelines.map(({ name }) => name).join(', ') || 'none'}.`}
      </p>
      <table class="settings-table">
        <thead>
          <tr>
            <th scope="col">Records</th>
            <th scope="col">Sees</th>
            <th scope="col">Of</th>
            <th scope="col">The latest they see</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, visible, total, latest }) => (
            <tr key={kind}>
              <th scope="row">{KINDS[kind] ?? kind}</th>
              <td>{visible}</td>
              <td>{total}</td>
              <td class="soft">{latest.map(({ name }) => name).join(', ') || 'nothing'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>May do {rights.value.length} things</summary>
        <ul class="plain">
          {rights.value.map(says => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
