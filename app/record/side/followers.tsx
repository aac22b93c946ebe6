import { call } from '../../api/call.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { activeUsers, session, userName } from '../../store/company.ts'
import { offerInverse } from '../../store/undo.ts'
import type { RecordStore } from '../recordStore.ts'
import { RemoveButton, SideSection } from './section.tsx'

/** Users who are told of what happens to a record. */
export function Followers({ store }: { store: RecordStore }) {
  const path = `${store.kind.path}/${store.id}/followers` as const
  const { data, read } = useAnswer<{ user_id: number }[]>(`${path}?limit=500`)
  const add = (id: number) => call(`POST ${path}`, { body: { user_id: id } }).then(read)
  const remove = (id: number) => call(`DELETE ${path}/${id}`).then(read)
  const followers = data.value ?? []
  const me = session.value.user.id
  const others = activeUsers.value.filter(user => !followers.some(({ user_id }) => user_id === user.id))

  async function change(id: number, follows: boolean) {
    const [make, unmake] = follows ? [add, remove] : [remove, add]
    try {
      await make(id)
      offerInverse(`${userName(id)} ${follows ? 'follows' : 'no longer follows'}`, () => unmake(id))
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <SideSection title="Followers" count={data.value && followers.length}>
      <ul class="side-list">
        {followers.map(({ user_id }) => (
          <li key={user_id}>
            <span class="with-avatar">
              <Avatar name={userName(user_id)} /> {userName(user_id)}
            </span>
            <RemoveButton label={`${userName(user_id)} no longer follows`} run={() => void change(user_id, false)} />
          </li>
        ))}
      </ul>
      <div class="row">
        {data.value && others.some(({ id }) => id === me) && (
          <button type="button" onClick={() => void change(me, true)}>
            Follow
          </button>
        )}
        <select
          aria-label="Add a follower"
          value=""
          onChange={event => event.currentTarget.value && void change(Number(event.currentTarget.value), true)}
        >
          <option value="">Add a follower</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </SideSection>
  )
}
