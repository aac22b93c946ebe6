import { Icon } from '../parts/icon.tsx'
import { query, refine } from '../shell/location.ts'
import { useAnswer } from '../store/answer.ts'
import { activeUsers } from '../store/company.ts'
import { labels } from './leadsStore.ts'

const SORTS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['next_activity', 'Next activity'],
  ['value', 'Value'],
  ['title', 'Title'],
] as const

/** Which leads are listed. All of it is in the address. */
export function LeadBar({ add }: { add: () => void }) {
  const chosen = (name: string) => query.value.get(name) ?? ''
  const choose = (name: string) => (event: { currentTarget: HTMLSelectElement }) =>
    refine({ [name]: event.currentTarget.value || null, open: null })
  const sources = useAnswer<{ name: string }[]>('/v1/leadSources').data.value ?? []
  const isArchive = chosen('archived') === 'true'
  return (
    <header class="bar">
      <select aria-label="Label" value={chosen('label')} onChange={choose('label')}>
        <option value="">Any label</option>
        {labels.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select aria-label="Owner" value={chosen('owner')} onChange={choose('owner')}>
        <option value="">Everyone</option>
        {activeUsers.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select aria-label="Source" value={chosen('source')} onChange={choose('source')}>
        <option value="">Any source</option>
        {sources.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select aria-label="Sort by" value={chosen('sort') || 'newest'} onChange={choose('sort')}>
        {SORTS.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-pressed={isArchive}
        onClick={() => refine({ archived: isArchive ? null : 'true', open: null })}
      >
        Archived
      </button>
      <button type="button" class="primary bar-end" onClick={add}>
        <Icon name="plus" /> Add lead
      </button>
    </header>
  )
}
