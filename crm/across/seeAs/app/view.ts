import { failure } from '@portico/kit/api/failure'
import { Id } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { findActor } from '../../../base/access/actorStore.ts'
import { auditCall } from '../../../base/access/auditStore.ts'
import type { OwnedEntity } from '../../../base/access/visibility.ts'
import { app } from '../../../base/api/operation.ts'
import { requireUser } from '../../../company/users/store.ts'
import { pipelinesSeenBy, seenOfKind } from './viewStore.ts'

/** The column that a record of each kind is called by. */
const NAMES = {
  deal: 'title',
  lead: 'title',
  person: 'name',
  organization: 'name',
  product: 'name',
} as const satisfies Record<OwnedEntity, string>
const KINDS = Object.keys(NAMES) as OwnedEntity[]

/** Enough to recognize what somebody sees. */
const LATEST = 10

const Seen = Type.Object({
  user_id: Type.Integer(),
  is_admin: Type.Boolean({ description: 'Sees every record' }),
  rights: Type.Array(Type.String()),
  pipelines: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  kinds: Type.Array(
    Type.Object({
      kind: Type.String(),
      total: Type.Integer(),
      visible: Type.Integer(),
      latest: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
  ),
})
export type Seen = Static<typeof Seen>

/** A write, because the audit log tells who looked with whose eyes. */
const seeAs = app({
  route: 'POST /users/{id}/view',
  summary: 'See what a user sees: pipelines, how many records of each kind, and the latest of them; is audited',
  rights: ['account_admin', 'sales_admin'],
  params: { id: Id },
  reply: Seen,
  cost: 80,
  async run({ params: { id } }, crm) {
    await requireUser(crm, id)
    const eyes = await findActor(crm.sql, crm.actor.companyId, id)
    if (!eyes) throw failure('conflict', 'This user is switched off and sees nothing')
    await auditCall(crm, 'seen_as', id)
    const kinds: Seen['kinds'] = []
    for (const kind of KINDS) kinds.push({ kind, ...(await seenOfKind(crm, eyes, kind, NAMES[kind], LATEST)) })
    return {
      user_id: id,
      is_admin: eyes.isAdmin,
      rights: [...eyes.rights].sort(),
      pipelines: [...(await pipelinesSeenBy(crm, eyes))],
      kinds,
    }
  },
})

export const seeingAs = [seeAs]
