import type { RelationshipSeen } from '@portico/crm/contacts/relationships/v1/shape'
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { RecordChoice } from '../../parts/recordChoice.tsx'
import { tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { offerInverse } from '../../store/undo.ts'
import { panelLink } from '../panel.ts'
import { RemoveButton, SideSection } from './section.tsx'

/** What another organization is to this one. */
const SIDES = { parent: 'Parent', daughter: 'Subsidiary', related: 'Related' } as const
type Side = keyof typeof SIDES

/** How an organization stands to others. */
export function Relationships({ orgId }: { orgId: number }) {
  const { data, read } = useAnswer<RelationshipSeen[] | null>(`/v1/organizationRelationships?org_id=${orgId}`, [
    'organization',
  ])
  const side = useSignal<Side>('related')
  const relationships = data.value ?? []
  const add = (otherId: number, as: string) =>
    call<{ id: number }>('POST /v1/organizationRelationships', {
      body: {
        type: as === 'related' ? 'related' : 'parent',
        rel_owner_org_id: as === 'parent' ? otherId : orgId,
        rel_linked_org_id: as === 'parent' ? orgId : otherId,
      },
    })
  const remove = (id: number) => call(`DELETE /v1/organizationRelationships/${id}`).then(read)
  async function addOne(otherId: number, name: string) {
    try {
      const { data: added } = await add(otherId, side.value)
      offerInverse(`Added ${name}`, () => remove(added.id))
      await read()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function removeOne(relationship: RelationshipSeen) {
    const { id, calculated_type, calculated_related_org_id, related_organization_name } = relationship
    try {
      await remove(id)
      offerInverse(`Removed ${related_organization_name}`, () =>
        add(calculated_related_org_id, calculated_type).then(read),
      )
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <SideSection title="Related organizations" count={data.value === undefined ? undefined : relationships.length}>
      <ul class="side-list">
        {relationships.map(relationship => (
          <li key={relationship.id}>
            <span>
              <a {...panelLink('organization', relationship.calculated_related_org_id)}>
                {relationship.related_organization_name}
              </a>
              <small>{SIDES[relationship.calculated_type as Side]}</small>
            </span>
            <RemoveButton
              label={`Remove ${relationship.related_organization_name}`}
              run={() => void removeOne(relationship)}
            />
          </li>
        ))}
      </ul>
      <div class="row">
        <select
          class="narrow"
          aria-label="What it is to this one"
          value={side.value}
          onChange={event => (side.value = event.currentTarget.value as Side)}
        >
          {Object.entries(SIDES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <RecordChoice
          key={relationships.length}
          label="Add an organization"
          types={['organization']}
          text=""
          choose={({ id, name }) => void addOne(Number(id), name)}
        />
      </div>
    </SideSection>
  )
}
