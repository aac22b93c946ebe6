import { useSignal } from '@preact/signals'
import { loaded } from '../../parts/loaded.tsx'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { uploadFiles } from '../uploadFiles.ts'
import { ActivityForm } from './activityForm.tsx'
import { CallForm } from './callForm.tsx'
import { NoteForm } from './noteForm.tsx'

const MailForm = loaded(async () => (await import('./mailForm.tsx')).MailForm)

/** Where something is added to a record: what was said, what is to be done, a message, a file. */
export function Composer({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { composer } = store.kind
  const tab = useSignal(composer[0])
  return (
    <section class="composer" aria-label="Add to this record">
      <div class="tabs" role="tablist" aria-label="What to add">
        {composer.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            onClick={() => (tab.value = name)}
          >
            {name}
          </button>
        ))}
      </div>
      {tab.value === 'Note' && <NoteForm store={store} />}
      {tab.value === 'Activity' && <ActivityForm store={store} />}
      {tab.value === 'Mail' && <MailForm store={store} record={record} />}
      {tab.value === 'Call' && <CallForm store={store} record={record} />}
      {tab.value === 'File' && <FileForm store={store} />}
    </section>
  )
}

function FileForm({ store }: { store: RecordStore }) {
  return (
    <form onSubmit={event => event.preventDefault()}>
      <input
        type="file"
        multiple
        aria-label="Files"
        onChange={event => void uploadFiles(store, event.currentTarget.files ?? [])}
      />
    </form>
  )
}
