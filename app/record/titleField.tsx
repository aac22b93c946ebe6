import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import type { RecordStore } from './recordStore.ts'

/** The name of a record, edited where it stands. */
export function TitleField({ store, title }: { store: RecordStore; title: string }) {
  const isEditing = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isEditing.value) input.current?.select()
  }, [isEditing.value])
  const finish = () => {
    // A field that disappears loses the focus, and would be saved once more.
    if (!isEditing.value) return
    const next = input.current?.value.trim()
    isEditing.value = false
    if (next && next !== title) void store.save({ [store.kind.title]: next }, `Renamed to ${next}`)
  }
  const lastWord = title.lastIndexOf(' ') + 1
  if (!isEditing.value)
    return (
      <h1>
        {title.slice(0, lastWord)}
        <span class="with-pen">
          {title.slice(lastWord)}{' '}
          <button type="button" class="edit" aria-label="Edit name" onClick={() => (isEditing.value = true)}>
            <Icon name="edit" />
          </button>
        </span>
      </h1>
    )
  return (
    <input
      ref={input}
      class="title"
      aria-label="Name"
      defaultValue={title}
      maxLength={255}
      onBlur={finish}
      onKeyDown={event => {
        if (event.key === 'Enter') finish()
        if (event.key === 'Escape') isEditing.value = false
      }}
    />
  )
}
