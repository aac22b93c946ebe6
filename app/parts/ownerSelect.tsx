import { refine } from '../shell/location.ts'
import { activeUsers } from '../store/company.ts'

/** Whose records are shown; the choice is in the address. */
export function OwnerSelect({ chosen }: { chosen: number | undefined }) {
  return (
    <select
      aria-label="Owner"
      value={chosen ?? ''}
      onChange={event => refine({ owner: event.currentTarget.value || null })}
    >
      <option value="">Everyone</option>
      {activeUsers.value.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
