import type { ShownImport } from '@portico/crm/across/imports/app/shape'
import { call } from '../api/call.ts'
import { isUnderWay } from '../longChanges/longChanges.ts'
import { outcomeOf, shareDone } from '../longChanges/outcome.ts'
import { tellProblem } from '../shell/toasts.ts'

/** How far an import is, or what became of it, and the way back. */
export function Result({ file, began }: { file: ShownImport; began: (file: ShownImport) => void }) {
  const moves = isUnderWay(file)
  async function undo() {
    try {
      began((await call<ShownImport>(`POST /app/api/imports/${file.id}/undo`)).data)
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <section class="import-result">
      <h2>{file.file_name}</h2>
      {moves && <progress aria-label="How far it is" value={shareDone(file)} max={1} />}
      <p role="status">{outcomeOf(file)}</p>
      {moves && <p class="soft">It goes on when you leave this page.</p>}
      {file.problems.length > 0 && (
        <details open>
          <summary>{file.problems.length === 1 ? '1 problem' : `${file.problems.length} problems`}</summary>
          <ul>
            {file.problems.slice(0, 100).map(({ row, column, cell, text, item, item_id }) => (
              <li key={`${row} ${column} ${item} ${item_id} ${text}`}>
                {row !== undefined && `Row ${row}`}
                {column !== undefined && `, ${file.columns[column]?.header}`}
                {cell !== undefined && ` “${cell}”`}
                {item_id !== undefined && `${item} ${item_id}:`} {text}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="row-start">
        {file.undo_until && (
          <button type="button" class={moves ? 'danger' : ''} onClick={() => void undo()}>
            {moves ? 'Stop and undo' : 'Undo the whole import'}
          </button>
        )}
        {!moves && (
          <a class="primary" href="/app/import">
            Import another file
          </a>
        )}
      </div>
    </section>
  )
}
