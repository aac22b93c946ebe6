import type { FileV1 } from '@portico/crm/work/files/v1/shape'
import { useMemo } from 'preact/hooks'
import { useAnswer } from '../store/answer.ts'
import type { LetterStore } from './letter.ts'

/** What goes with a message; each can be taken off. */
export function Attached({ store }: { store: LetterStore }) {
  const { files } = store.letter.value
  if (files.length === 0) return null
  return (
    <ul class="letter-files" aria-label="Attached files">
      {files.map(({ id, name }) => (
        <li key={id}>
          {name}
          <button
            type="button"
            class="round"
            aria-label={`Take off ${name}`}
            onClick={() => store.change({ files: files.filter(file => file.id !== id) })}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Files that are on the deal already. */
export function StoredFiles({ store, dealId }: { store: LetterStore; dealId: number }) {
  const { data } = useAnswer<FileV1[] | null>(`/v1/deals/${dealId}/files?limit=100`, ['file'])
  const { files } = store.letter.value
  const others = useMemo(
    () => (data.value ?? []).filter(file => !file.remote_location && !files.some(({ id }) => id === file.id)),
    [data.value, files],
  )
  if (others.length === 0) return null
  return (
    <select
      aria-label="Attach a file of the deal"
      value=""
      onChange={({ currentTarget }) => {
        const file = others.find(({ id }) => id === Number(currentTarget.value))
        if (file) store.change({ files: [...files, { id: file.id, name: file.name }] })
      }}
    >
      <option value="">File of the deal …</option>
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
