import type { ShownImport, ShownPreview } from '@portico/crm/across/imports/app/shape'
import { countRecords } from '../parts/countRecords.ts'

/** What the import would do, and the cells that it cannot read. */
export function PreviewText({ file, preview }: { file: ShownImport; preview: ShownPreview | undefined }) {
  if (!preview) return <p role="status">Looking through the file …</p>
  return (
    <section class="preview" aria-label="What will happen">
      <div role="status">
        <ul>
          {preview.kinds.map(({ kind, added, existing }) => (
            <li key={kind}>
              <strong>{countRecords(kind, added)} new</strong>, {existing.toLocaleString()} there already
            </li>
          ))}
        </ul>
      </div>
      {preview.problem_count > 0 && <ProblemTable file={file} {...preview} />}
    </section>
  )
}

function ProblemTable({
  file,
  problems,
  problem_count,
}: Pick<ShownPreview, 'problems' | 'problem_count'> & { file: ShownImport }) {
  return (
    <details open>
      <summary>
        {problem_count === 1 ? '1 cell cannot be read' : `${problem_count.toLocaleString()} problems`}; what cannot be
        read is left empty
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it sideways by keys */}
      <section class="table-scroll" tabIndex={0} aria-label="Problems">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Cell</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, 100).map(({ row, column, cell, text }) => (
              <tr key={`${row} ${column} ${text}`}>
                <td>{row}</td>
                <td>{column === undefined ? '' : file.columns[column]?.header}</td>
                <td>{cell}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {problem_count > 100 && <p class="soft">The first 100 are shown.</p>}
    </details>
  )
}
