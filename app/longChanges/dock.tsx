import { useEffect } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { type Followed, followed, followUnderWay, isUnderWay, putAway, undoLongChange } from './longChanges.ts'
import { outcomeOf, shareDone } from './outcome.ts'

/** Changes of many records and how far they are, beside whatever screen one is on. */
export function LongChangesDock() {
  useEffect(() => {
    followUnderWay().catch(() => {})
  }, [])
  if (followed.value.length === 0) return null
  return (
    <aside class="dock" aria-label="Changes of many records">
      {followed.value.map(each => (
        <DockEntry key={`${each.work}${each.change.id}`} {...each} />
      ))}
    </aside>
  )
}

function DockEntry(entry: Followed) {
  const { change } = entry
  const moves = isUnderWay(change)
  return (
    <section aria-label={change.title}>
      <header>
        <strong>{change.title}</strong>
        {!moves && (
          <button type="button" class="round" aria-label="Put away" onClick={() => putAway(entry)}>
            <Icon name="close" />
          </button>
        )}
      </header>
      {moves && <progress aria-label={change.title} value={shareDone(change)} max={1} />}
      <p role="status">{outcomeOf(change)}</p>
      {change.problems.length > 0 && (
        <details>
          <summary>{change.problems.length === 1 ? '1 problem' : `${change.problems.length} problems`}</summary>
          <ul>
            {change.problems.slice(0, 50).map(({ text, item, item_id, row }) => (
              <li key={`${item}${item_id}${row}${text}`}>
                {row !== undefined && `Row ${row}: `}
                {item_id !== undefined && `${item} ${item_id}: `}
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
      {change.undo_until && (
        <button type="button" onClick={() => void undoLongChange(entry)}>
          {moves ? 'Stop and undo' : 'Undo'}
        </button>
      )}
    </section>
  )
}
