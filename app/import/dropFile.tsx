import type { ShownImport } from '@portico/crm/across/imports/app/shape'
import { useSignal } from '@preact/signals'
import { call } from '../api/call.ts'
import { DropArea } from '../parts/dropArea.tsx'

/** Takes a file that is dropped or chosen, and has the server look at it. */
export function DropFile({ taken }: { taken: (file: ShownImport) => void }) {
  const isSending = useSignal(false)
  const problem = useSignal('')

  async function send(file: File | undefined) {
    if (!file) return
    isSending.value = true
    problem.value = ''
    const form = new FormData()
    form.set('file', file)
    try {
      taken((await call<ShownImport>('POST /app/api/imports', { body: form })).data)
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
    } finally {
      isSending.value = false
    }
  }

  return (
    <DropArea class="drop-file" drop={files => void send(files[0])}>
      <p>
        <strong>{isSending.value ? 'Reading the file …' : 'Drop a CSV or Excel file here'}</strong>
      </p>
      <label class="primary">
        Choose a file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={isSending.value}
          onChange={({ currentTarget }) => void send(currentTarget.files?.[0])}
        />
      </label>
      <p class="soft">
        People, organizations, deals and products, several of them in one row if you like. The first line names the
        columns. Up to 50,000 rows or 50 MB. Of a workbook the first sheet is read.
      </p>
      {problem.value && <p role="alert">{problem.value}</p>}
    </DropArea>
  )
}
