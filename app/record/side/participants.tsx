import type { Participant } from '@portico/crm/sales/deals/v1/participants'
import { call } from '../../api/call.ts'
import { RecordChoice } from '../../parts/recordChoice.tsx'
import { tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { offerInverse } from '../../store/undo.ts'
import { panelLink } from '../panel.ts'
import type { RecordStore } from '../recordStore.ts'
import { RemoveButton, SideSection } from './section.tsx'

/** The persons who take part in a deal beside its contact person. */
export function Participants({ store }: { store: RecordStore }) {
  const path = `/v1/deals/${store.id}/participants` as const
  const { data, read } = useAnswer<Participant[] | null>(`${path}?limit=100`, ['deal', 'person'])
  const add = (personId: number) => call<Participant>(`POST ${path}`, { body: { person_id: personId } })
  const remove = (id: number) => call(`DELETE ${path}/${id}`)

  async function addOne(personId: number, name: string) {
    try {
      const { data: added } = await add(personId)
      offerInverse(`Added ${name}`, () => remove(added.id).then(read))
      await read()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function removeOne({ id, person_id: person }: Participant) {
    try {
      await remove(id)
      offerInverse(`Removed ${person.name}`, () => add(person.value).then(read))
      await read()
    } catch (error) {
      tellProblem(error)
    }
  }
  const participants = data.value ?? []
  return (
    <SideSection title="Participants" count={data.value === undefined ? undefined : participants.length}>
      <ul class="side-list">
        {participants.map(participant => (
          <li key={participant.id}>
            <a {...panelLink('person', participant.person_id.value)}>{participant.person_id.name}</a>
            <RemoveButton label={`Remove ${participant.person_id.name}`} run={() => void removeOne(participant)} />
          </li>
        ))}
      </ul>
      <RecordChoice
        key={participants.length}
        label="Add a participant"
        types={['person']}
        text=""
        choose={({ id, name }) => void addOne(Number(id), name)}
      />
    </SideSection>
  )
}
