import type { ShownImport, ShownPreview, ShownTarget } from '@portico/crm/across/imports/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { go } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { type Choice, ColumnTable } from './columnTable.tsx'
import { PreviewText } from './previewText.tsx'

interface Props {
  file: ShownImport
  targets: readonly ShownTarget[]
  began: (file: ShownImport) => void
}

const EXISTING = [
  ['update', 'Update those that are there'],
  ['skip', 'Skip those that are there'],
  ['add', 'Add all as new'],
] as const

/** Says what the columns of a file are, with what that leads to beside it. */
export function MapColumns({ file, targets, began }: Props) {
  const columns = useSignal<readonly Choice[]>(
    file.columns.map(({ target, dates, numbers }) => ({ target, dates, numbers })),
  )
  const existing = useSignal<ShownImport['existing']>(file.existing)
  const preview = useSignal<ShownPreview | undefined>(undefined)
  const problem = useSignal('')
  const isRunning = useSignal(false)
  const body = { columns: columns.value, existing: existing.value }

  useEffect(() => {
    const stop = new AbortController()
    // What was looked at before the last choice counts no more.
    const timer = setTimeout(() => {
      problem.value = ''
      call<ShownPreview>(`POST /app/api/imports/${file.id}/preview`, { body, signal: stop.signal }).then(
        ({ data }) => {
          preview.value = data
        },
        error => {
          if (stop.signal.aborted) return
          preview.value = undefined
          problem.value = error instanceof Error ? error.message : String(error)
        },
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [columns.value, existing.value])

  async function run() {
    isRunning.value = true
    try {
      began((await call<ShownImport>(`POST /app/api/imports/${file.id}/run`, { body })).data)
    } catch (error) {
      isRunning.value = false
      tellProblem(error)
    }
  }

  async function discard() {
    try {
      await call(`DELETE /app/api/imports/${file.id}`)
      go('/app/import')
    } catch (error) {
      tellProblem(error)
    }
  }

  return (
    <>
      <p>
        <strong>{file.file_name}</strong>, {file.total.toLocaleString()} rows. Say what each column is; columns without
        a field are left out.
      </p>
      <ColumnTable file={file} targets={targets} columns={columns} preview={preview.value} />
      <fieldset class="existing">
        <legend>
          Which are there already is told for people by e-mail, phone, or name with organization; for organizations by
          name; for deals by title and contact.
        </legend>
        {EXISTING.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="existing"
              checked={existing.value === value}
              onChange={() => (existing.value = value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {problem.value ? <p role="alert">{problem.value}</p> : <PreviewText file={file} preview={preview.value} />}
      <div class="row-end">
        <button type="button" onClick={() => void discard()}>
          Throw away
        </button>
        <button type="button" class="primary" disabled={!preview.value || isRunning.value} onClick={() => void run()}>
          Import {file.total.toLocaleString()} rows
        </button>
      </div>
    </>
  )
}
