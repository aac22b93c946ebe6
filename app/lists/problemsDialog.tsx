import { Dialog } from '../parts/dialog.tsx'
import { tellProblem } from '../shell/toasts.ts'
import type { ListColumn } from './listRow.ts'
import { refused } from './saveRows.ts'

const MOST_SHOWN = 50

/** Values that were refused, each with its row and its reason. */
export function ProblemsDialog({ columns }: { columns: readonly ListColumn[] }) {
  const open = refused.value
  if (!open) return null
  const { kind, changes, problems, saveRest } = open
  const close = () => {
    refused.value = undefined
  }
  const rowName = (id: number) => String(changes.find(({ row }) => row.id === id)?.row[kind.title] ?? `No. ${id}`)
  const fieldName = (field: string | undefined) => {
    const code = field?.replace(/^custom_fields\./, '').split('.')[0]
    return columns.find(column => column.code === code)?.field_name ?? ''
  }
  return (
    <Dialog title="Nothing was saved: some values do not fit" close={close}>
      <table class="conflict">
        <thead>
          <tr>
            <th scope="col">{kind.one}</th>
            <th scope="col">Field</th>
            <th scope="col">Why not</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, MOST_SHOWN).map(({ id, field, error }) => (
            <tr key={`${id}/${field}`}>
              <th scope="row">{rowName(id)}</th>
              <td>{fieldName(field)}</td>
              <td>{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > MOST_SHOWN && <p class="soft">and {problems.length - MOST_SHOWN} more</p>}
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            close()
            Promise.resolve(saveRest()).catch(tellProblem)
          }}
        >
          Save the others
        </button>
        <button type="button" class="quiet" onClick={close}>
          Save nothing
        </button>
      </div>
    </Dialog>
  )
}
