import type { FileV1 } from '@portico/crm/work/files/v1/shape'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { dayName } from '../../parts/days.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DropArea } from '../../parts/dropArea.tsx'
import { FormButtons } from '../../parts/formButtons.tsx'
import { tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { offerInverse } from '../../store/undo.ts'
import type { RecordStore } from '../recordStore.ts'
import type { FlowEntry } from '../timeline/flowPages.ts'
import { uploadFiles } from '../uploadFiles.ts'
import { fileSize } from './fileSize.ts'
import { RemoveButton, SideSection } from './section.tsx'

/** The files of a record. Those that are dropped here are added. */
export function Files({ store }: { store: RecordStore }) {
  const { data, read } = useAnswer<FlowEntry<FileV1>[] | null>(
    `${store.kind.flowPath(store.id)}?items=file&limit=100`,
    ['file'],
  )
  const renaming = useSignal<FileV1 | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const files = (data.value ?? []).map(entry => entry.data)
  const readAll = () => Promise.all([read(), store.read()])
  const change = (id: number, body: object) => call(`PUT /v1/files/${id}`, { body }).then(readAll)
  async function add(given: Iterable<File>) {
    await uploadFiles(store, given)
    await read()
  }
  async function remove({ id, name }: FileV1) {
    try {
      await call(`DELETE /v1/files/${id}`)
      offerInverse(`Deleted ${name}`, () => change(id, { active_flag: true }))
      await readAll()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function rename(name: string) {
    const file = renaming.value
    renaming.value = undefined
    if (!file || !name || name === file.name) return
    try {
      await change(file.id, { name })
      offerInverse(`Renamed ${file.name}`, () => change(file.id, { name: file.name }))
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <DropArea class="drop-files" drop={files => void add(files)}>
      <SideSection title="Files" count={data.value === undefined ? undefined : files.length}>
        <ul class="side-list">
          {files.map(file => (
            <li key={file.id}>
              <span>
                <a href={file.remote_location ? file.url : `/v1/files/${file.id}/download`} download={file.name}>
                  {file.name}
                </a>
                <small>
                  {fileSize(file.file_size)}, {dayName(file.add_time.slice(0, 10))}
                </small>
              </span>
              <button
                type="button"
                class="edit"
                aria-label={`Rename ${file.name}`}
                onClick={() => (renaming.value = file)}
              >
                Rename
              </button>
              <RemoveButton label={`Delete ${file.name}`} run={() => void remove(file)} />
            </li>
          ))}
        </ul>
        <p class="drop-hint">
          <button type="button" onClick={() => input.current?.click()}>
            Add files
          </button>{' '}
          <small>or drop them here</small>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Add files"
            onChange={event => void add(event.currentTarget.files ?? [])}
          />
        </p>
      </SideSection>
      {renaming.value && (
        <RenameDialog name={renaming.value.name} save={rename} close={() => (renaming.value = undefined)} />
      )}
    </DropArea>
  )
}

function RenameDialog({ name, save, close }: { name: string; save: (name: string) => void; close: () => void }) {
  return (
    <Dialog title={`Rename ${name}`} close={close}>
      <form
        onSubmit={event => {
          event.preventDefault()
          save(String(new FormData(event.currentTarget).get('name')).trim())
        }}
      >
        <label>
          Name
          <input name="name" maxLength={255} required defaultValue={name} autocomplete="off" />
        </label>
        <FormButtons label="Rename" close={close} />
      </form>
    </Dialog>
  )
}
