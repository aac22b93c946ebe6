import type { Change } from '@portico/crm/across/changes/v2/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { dayAndClock, today } from '../../parts/days.ts'
import { tell, tellProblem } from '../../shell/toasts.ts'
import { userName } from '../../store/company.ts'
import { onChanges } from '../../store/live.ts'
import type { RecordStore } from '../recordStore.ts'
import { AsItWas } from './asItWas.tsx'
import { ChangedValue, fieldName } from './changedValue.tsx'

const ACTIONS = {
  added: 'Added',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Brought back',
  merged: 'Merged into another one',
  purged: 'Removed for good',
}

/** Who changed what and when. Each change can be undone by itself, and the record be seen as it was then. */
export function ChangeLog({ store }: { store: RecordStore }) {
  const { kind, id, fields } = store
  const path = `${kind.path.replace('/v1/', '/v2/')}/${id}/changes` as `/${string}`
  const changes = useSignal<readonly Change[] | undefined>(undefined)
  const cursor = useSignal<string | null>(null)
  const past = useSignal<string | undefined>(undefined)
  async function read(from?: string) {
    const { data, beside } = await call<Change[]>(`GET ${path}?limit=50${from ? `&cursor=${from}` : ''}`)
    changes.value = from ? [...(changes.value ?? []), ...data] : data
    cursor.value = beside.next_cursor ?? null
  }
  useEffect(() => {
    void read().catch(tellProblem)
    return onChanges([kind.name], () => read())
  }, [path])
  async function undo(change: Change) {
    try {
      await call(`POST /v2/changes/${change.id}/revert`)
      tell('Undone')
      await Promise.all([read(), store.read()])
    } catch (error) {
      tellProblem(error)
    }
  }
  if (!changes.value) return <p class="loading">Loading …</p>
  return (
    <>
      {kind.hasPast && (
        <form
          class="row as-of"
          onSubmit={event => {
            event.preventDefault()
            const when = new Date(String(new FormData(event.currentTarget).get('when')))
            if (!Number.isNaN(when.getTime())) past.value = when.toISOString()
          }}
        >
          <label>
            As it was on
            <input name="when" type="datetime-local" required max={`${today()}T23:59`} />
          </label>
          <button type="submit">Show</button>
        </form>
      )}
      <ul class="entries">
        {changes.value.map(change => (
          <li key={change.id} class="entry-row change">
            <div>
              <strong>
                {ACTIONS[change.action]}
                {change.reverts ? ', undoing an earlier change' : ''}
              </strong>
              {change.action === 'updated' &&
                change.fields.map(({ field, old_value, new_value }) => (
                  <span key={field}>
                    {fieldName(fields.value, field)}:{' '}
                    <s>
                      <ChangedValue fields={fields.value} code={field} value={old_value} />
                    </s>{' '}
                    → <ChangedValue fields={fields.value} code={field} value={new_value} />
                  </span>
                ))}
              <small>
                {dayAndClock(change.time)}, {change.user_id === null ? 'Portico' : userName(change.user_id)}
                {change.source === 'app' ? '' : `, through ${change.source}`}
              </small>
            </div>
            <span class="change-actions">
              {change.action === 'updated' && (
                <button type="button" class="edit" onClick={() => void undo(change)}>
                  Undo
                </button>
              )}
              {kind.hasPast && change.action !== 'purged' && (
                <button type="button" class="edit" onClick={() => (past.value = change.time)}>
                  As it was
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {cursor.value && (
        <button type="button" onClick={() => void read(cursor.value ?? undefined).catch(tellProblem)}>
          Show earlier
        </button>
      )}
      {past.value && <AsItWas store={store} time={past.value} close={() => (past.value = undefined)} />}
    </>
  )
}
