import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Dialog } from '../parts/dialog.tsx'
import { refine } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { userName } from '../store/company.ts'
import { onChanges } from '../store/live.ts'

interface StoredFilter {
  id: number
  name: string
}

/** Conditions of a stored filter: all of the first group hold, and one of the second. */
interface Conditions {
  glue: 'and'
  conditions: { glue: 'and' | 'or'; conditions: object[] }[]
}

const SAVE = 'save'

interface Props {
  /** What a board shows, as filters name it and as a sentence does. */
  of: { type: 'deals'; object: 'deal'; many: string } | { type: 'projects'; object: 'project'; many: string }
  chosen: { ownerId: number | undefined; filterId: number | undefined }
}

/** Stored filters of the company as a menu, and the way to store what is chosen now. */
export function FilterPicker({ of, chosen }: Props) {
  const filters = useSignal<readonly StoredFilter[]>([])
  const isSaving = useSignal(false)
  async function read() {
    filters.value = (await call<StoredFilter[]>(`GET /v1/filters?type=${of.type}`)).data
  }
  useEffect(() => {
    void read().catch(tellProblem)
    return onChanges(['filter'], read)
  }, [of.type])

  function choose(value: string) {
    if (value === SAVE) isSaving.value = true
    else refine({ filter: value || null })
  }

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name') ?? '').trim()
    if (!name) return
    try {
      const conditions = await conditionsOf(of.object, chosen)
      const { data } = await call<StoredFilter>('POST /v1/filters', { body: { name, type: of.type, conditions } })
      isSaving.value = false
      await read()
      refine({ filter: data.id, owner: null })
      tell(`Saved the filter “${name}”`)
    } catch (error) {
      tellProblem(error)
    }
  }

  return (
    <>
      <select
        aria-label="Filter"
        value={chosen.filterId ?? ''}
        onChange={event => {
          const { value } = event.currentTarget
          // What is shown follows from the address, not from what was pressed.
          event.currentTarget.value = String(chosen.filterId ?? '')
          choose(value)
        }}
      >
        <option value="">No filter</option>
        {filters.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {(chosen.ownerId || chosen.filterId) && <option value={SAVE}>Save as a filter …</option>}
      </select>
      {isSaving.value && (
        <Dialog title="Save as a filter" close={() => (isSaving.value = false)}>
          <form onSubmit={save}>
            <label>
              Name
              <input
                name="name"
                maxLength={255}
                autocomplete="off"
                required
                defaultValue={chosen.ownerId ? `${of.many} of ${userName(chosen.ownerId)}` : ''}
              />
            </label>
            <div class="row">
              <button type="submit" class="primary">
                Save
              </button>
              <button type="button" class="quiet" onClick={() => (isSaving.value = false)}>
                Cancel
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}

/** What the chosen filter demands, and the chosen owner beside it. */
async function conditionsOf(object: string, { ownerId, filterId }: Props['chosen']): Promise<Conditions> {
  const before = filterId
    ? (await call<{ conditions: Conditions }>(`GET /v1/filters/${filterId}`)).data.conditions
    : NONE
  const [all = { glue: 'and', conditions: [] }, any = { glue: 'or', conditions: [] }] = before.conditions
  const ofOwner = { object, field_code: 'owner_id', operator: '=', value: ownerId, extra_value: null }
  return {
    glue: 'and',
    conditions: [{ ...all, conditions: ownerId ? [...all.conditions, ofOwner] : all.conditions }, any],
  }
}

const NONE: Conditions = { glue: 'and', conditions: [] }
