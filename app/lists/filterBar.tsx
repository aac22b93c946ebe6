import type { Filter, FilterWithConditions } from '@portico/crm/across/filters/v1/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Dialog } from '../parts/dialog.tsx'
import { FormButtons } from '../parts/formButtons.tsx'
import { Icon } from '../parts/icon.tsx'
import { OwnerSelect } from '../parts/ownerSelect.tsx'
import { refine } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { mayDo, session } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import { ChipEditor } from './chipEditor.tsx'
import {
  type Chip,
  type Chips,
  chipsFrom,
  conditionsOf,
  type Group,
  withChip,
  withoutChip,
  writeChips,
} from './chips.ts'
import { ChipText } from './chipText.tsx'
import type { ListColumn } from './listRow.ts'
import type { ListStore } from './listStore.ts'
import type { ListView } from './view.ts'

interface Props {
  store: ListStore
  columns: readonly ListColumn[]
  view: ListView
}

/** Which rows a list shows: of whom, by which stored filter, and by conditions of one's own. */
export function FilterBar({ store, columns, view }: Props) {
  const { kind } = store
  const filters = useSignal<readonly Filter[]>([])
  const edited = useSignal<{ group: Group; chip?: Chip } | undefined>(undefined)
  const isSaving = useSignal(false)
  const read = async () => {
    filters.value = (await call<Filter[] | null>(`GET /v1/filters?type=${kind.filterType}`)).data ?? []
  }
  useEffect(() => void read().catch(tellProblem), [kind])
  useEffect(() => onChanges(['filter'], read), [kind])
  const { chips } = view
  const put = (next: Chips) => refine({ where: writeChips(next) })
  const chosen = filters.value.find(({ id }) => id === view.filterId)

  return (
    <div class="filter-bar">
      <OwnerSelect chosen={view.ownerId} />
      <select
        aria-label="Saved filter"
        value={view.filterId ?? ''}
        onChange={event => refine({ filter: event.currentTarget.value || null })}
      >
        <option value="">No saved filter</option>
        {filters.value.map(({ id, name, visible_to }) => (
          <option key={id} value={id}>
            {name}
            {visible_to === '1' ? '' : ' (shared)'}
          </option>
        ))}
      </select>
      <ul class="filter-chips" aria-label="Conditions">
        {(['all', 'any'] as const).flatMap(group =>
          chips[group].map((chip, nr) => (
            <li key={`${group}${nr}`}>
              {nr > 0 && <span class="soft">{group === 'all' ? 'and' : 'or'}</span>}
              {nr === 0 && group === 'any' && (
                <span class="soft">{chips.all.length > 0 ? 'and any of' : 'any of'}</span>
              )}
              <span class="chip">
                <button type="button" onClick={() => (edited.value = { group, chip })}>
                  <ChipText chip={chip} columns={columns} kind={kind.name} />
                </button>
                <button
                  type="button"
                  class="round"
                  aria-label="Remove this condition"
                  onClick={() => put(withoutChip(chips, chip))}
                >
                  <Icon name="close" />
                </button>
              </span>
            </li>
          )),
        )}
      </ul>
      <button type="button" onClick={() => (edited.value = { group: 'all' })}>
        <Icon name="plus" /> Filter
      </button>
      {chips.all.length + chips.any.length > 0 && (
        <button type="button" class="quiet" onClick={() => (isSaving.value = true)}>
          Save filter
        </button>
      )}
      {chosen?.is_editable && (
        <button type="button" class="quiet" onClick={() => void openStored(chosen)}>
          Edit “{chosen.name}”
        </button>
      )}
      {edited.value && (
        <ChipEditor
          columns={columns}
          group={edited.value.group}
          chip={edited.value.chip}
          close={() => (edited.value = undefined)}
          save={(group, chip) => put(withChip(chips, group, chip, edited.value?.chip))}
        />
      )}
      {isSaving.value && (
        <SaveDialog
          store={store}
          view={view}
          former={filters.value.find(({ id }) => id === Number(sessionStorage.getItem(EDITED)))}
          close={() => (isSaving.value = false)}
        />
      )}
    </div>
  )
}

/** The stored filter whose conditions are chips at the moment. */
const EDITED = 'edited filter'

/** Shows the conditions of a stored filter as chips, to be changed and saved again. */
async function openStored({ id }: Filter): Promise<void> {
  try {
    const { data } = await call<FilterWithConditions>(`GET /v1/filters/${id}?include_field_code=true`)
    sessionStorage.setItem(EDITED, String(id))
    refine({ filter: null, where: writeChips(chipsFrom(data.conditions)) })
  } catch (error) {
    tellProblem(error)
  }
}

interface SaveProps {
  store: ListStore
  view: ListView
  former: Filter | undefined
  close: () => void
}

function SaveDialog({ store, view, former, close }: SaveProps) {
  async function save(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const name = String(given.get('name')).trim()
    const body = {
      name,
      conditions: conditionsOf(view.chips),
      visible_to: given.get('shared') === 'on' ? '7' : '1',
    }
    try {
      const replaced = former && given.get('replace') === 'on' ? former.id : undefined
      const { data } = replaced
        ? await call<Filter>(`PUT /v1/filters/${replaced}`, { body })
        : await call<Filter>('POST /v1/filters', { body: { ...body, type: store.kind.filterType } })
      sessionStorage.removeItem(EDITED)
      close()
      refine({ filter: data.id, where: null })
      tell(`Saved the filter “${name}”`)
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <Dialog title="Save this filter" close={close}>
      <form onSubmit={save}>
        <label>
          Name
          <input name="name" required maxLength={255} autocomplete="off" defaultValue={former?.name ?? ''} />
        </label>
        {former && (
          <label class="check">
            <input type="checkbox" name="replace" defaultChecked /> Instead of the former “{former.name}”
          </label>
        )}
        {mayDo('can_share_filters') && (
          <label class="check">
            <input
              type="checkbox"
              name="shared"
              defaultChecked={
                former !== undefined && former.visible_to !== '1' && former.user_id === session.value.user.id
              }
            />{' '}
            Share it with everyone
          </label>
        )}
        <FormButtons label="Save filter" close={close} />
      </form>
    </Dialog>
  )
}
