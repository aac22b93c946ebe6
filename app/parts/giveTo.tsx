import { activeUsers } from '../store/company.ts'

/** Gives what is selected to somebody. */
export function GiveTo({ give }: { give: (userId: number) => void }) {
  return (
    <select
      aria-label="Give to"
      value=""
      onChange={({ currentTarget: { value } }) => {
        if (value) give(Number(value))
      }}
    >
      <option value="">Give to …</option>
      {activeUsers.value.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
