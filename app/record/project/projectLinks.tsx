import { useSignal } from '@preact/signals'
import { RecordChoice } from '../../parts/recordChoice.tsx'
import { useAnswer } from '../../store/answer.ts'
import type { ShownRecord } from '../fieldValue.ts'
import { panelLink } from '../panel.ts'
import type { RecordStore } from '../recordStore.ts'
import { RemoveButton, SideSection } from '../side/section.tsx'

const LISTS = [
  { field: 'deal_ids', kind: 'deal', path: '/v2/deals', title: 'Deals', one: 'a deal' },
  { field: 'person_ids', kind: 'person', path: '/v2/persons', title: 'People', one: 'a person' },
  { field: 'org_ids', kind: 'organization', path: '/v2/organizations', title: 'Organizations', one: 'an organization' },
] as const

/** The deals, people and organizations a project is about. */
export function ProjectLinks({ store, record }: { store: RecordStore; record: ShownRecord }) {
  return LISTS.map(list => <LinkList key={list.field} store={store} list={list} ids={idsIn(record[list.field])} />)
}

function idsIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

interface Named {
  id: number
  title?: string
  name?: string
}

function LinkList({ store, list, ids }: { store: RecordStore; list: (typeof LISTS)[number]; ids: readonly number[] }) {
  const { field, kind, path, title, one } = list
  const isAdding = useSignal(false)
  const save = (next: readonly number[], text: string) => void store.save({ [field]: next }, text)
  return (
    <SideSection title={title} count={ids.length}>
      {ids.length > 0 && (
        <Names
          key={ids.join()}
          list={list}
          ids={ids}
          remove={id =>
            save(
              ids.filter(each => each !== id),
              `Took off ${one}`,
            )
          }
          path={path}
        />
      )}
      {isAdding.value ? (
        <RecordChoice
          label={`Find ${one}`}
          types={[kind]}
          text=""
          choose={found => {
            isAdding.value = false
            save([...ids, Number(found.id)], `Added ${found.name}`)
          }}
          editing={{ clear: () => (isAdding.value = false), cancel: () => (isAdding.value = false) }}
        />
      ) : (
        <button type="button" onClick={() => (isAdding.value = true)}>
          Add {one}
        </button>
      )}
    </SideSection>
  )
}

/** Those that the person may see by name, the others by number. */
function Names({
  list,
  ids,
  remove,
  path,
}: {
  list: (typeof LISTS)[number]
  ids: readonly number[]
  remove: (id: number) => void
  path: string
}) {
  const found = useAnswer<Named[]>(`${path}?ids=${ids.slice(0, 100).join(',')}&limit=100` as `/${string}`, [list.kind])
    .data.value
  return (
    <ul class="side-list">
      {ids.map(id => {
        const known = found?.find(each => each.id === id)
        const name = known?.title ?? known?.name
        return (
          <li key={id}>
            {name ? (
              <a {...panelLink(list.kind, id)}>{name}</a>
            ) : (
              <span class="soft">{found ? 'Hidden from you' : '…'}</span>
            )}
            <RemoveButton label={`Take off ${name ?? id}`} run={() => remove(id)} />
          </li>
        )
      })}
    </ul>
  )
}
