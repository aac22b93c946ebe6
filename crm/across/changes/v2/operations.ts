import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import type { RecordId, Revert } from '../../../base/records/revert.ts'
import { organizationKind } from '../../../contacts/organizations/kind.ts'
import { personKind } from '../../../contacts/persons/kind.ts'
import { dealKind } from '../../../sales/deals/kind.ts'
import { leadKind } from '../../../sales/leads/kind.ts'
import { productKind } from '../../../sales/products/kind.ts'
import { activityKind } from '../../../work/activities/kind.ts'
import { noteKind } from '../../../work/notes/kind.ts'
import { projectKind } from '../../../work/projects/kind.ts'
import { taskRevert } from '../../../work/tasks/revert.ts'
import { ALL_CHANGES, FED } from '../../feed/kinds.ts'
import { feedBeside, feedList, feedQuery } from '../../feed/v2/list.ts'
import { FedChange } from '../../feed/v2/shape.ts'
import { scopesOf } from '../kinds.ts'
import { revertChange } from '../revert.ts'
import { revertCorrelation } from '../revertAll.ts'
import { changesOfCorrelation, findChange, laterLines, type Change as StoredChange } from '../store.ts'
import { changePage, changesOf, changesQuery, seenChanges } from './list.ts'
import { Change, RevertedChange, showChanges } from './shape.ts'

const READERS = scopesOf('read')
const WRITERS = scopesOf('write')
/** Kinds that the credential does not open are left out. */
const FEED_READERS = [...new Set([ALL_CHANGES, ...FED.flatMap(kind => kind.feed.scopes)])]

const CorrelationId = Type.String({ minLength: 1, maxLength: 100 })

interface Asked {
  params: { id: RecordId }
  query: Static<TObject<typeof changesQuery>>
}

/** The past of a record, but for its route. */
function changesOfKind(kind: Revert, one: string) {
  return {
    summary: `List the changes of ${one}, newest first`,
    scopes: kind.scopes.read,
    params: { id: kind.ids === 'uuids' ? Uuid : Id },
    query: changesQuery,
    reply: Type.Array(Change),
    beside: nextCursor,
    cost: 20,
    run: ({ params, query }: Asked, crm: Crm) => changesOf(crm, kind, params.id, query),
  }
}

const getChanges = v2({
  route: 'GET /changes',
  summary: 'Follow all changes, oldest first; with correlation_id what one request has changed, newest first',
  scopes: FEED_READERS,
  query: {
    correlation_id: optional(CorrelationId),
    ...feedQuery,
    limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  },
  reply: Type.Array(Type.Union([Change, FedChange])),
  beside: feedBeside,
  cost: 20,
  // Up to where the log is settled, which the primary says.
  fromPrimary: true,
  async run({ query }, crm) {
    const { correlation_id } = query
    if (correlation_id === undefined) return feedList(crm, query)
    for (const name of ['items', 'include'] as const)
      if (query[name])
        throw failure('invalid', `${name} belongs to the feed: leave out correlation_id`, { field: name })
    const page = { cursor: query.cursor, limit: Math.min(query.limit ?? 100, 100) }
    return changePage(crm, page, window => changesOfCorrelation(crm, correlation_id, window))
  },
})

const getChange = v2({
  route: 'GET /changes/{id}',
  summary: 'Get one change of a record',
  scopes: READERS,
  params: { id: Id },
  reply: Change,
  cost: 2,
  run: ({ params }, crm) => oneChange(crm, params.id),
})

const revertOne = v2({
  route: 'POST /changes/{id}/revert',
  summary: 'Undo a change, as a new change of the same record',
  ifMatch: true,
  scopes: WRITERS,
  params: { id: Id },
  reply: Change,
  cost: 5,
  async run({ params }, crm) {
    const change = await findChange(crm, params.id)
    if (!change) throw failure('missing', 'Change not found')
    await revertChange(crm, change)
    return newestOf(crm, change)
  },
})

const revertMany = v2({
  route: 'POST /changes/revert',
  summary: 'Undo what one request has changed: all of it, or what can be undone',
  scopes: WRITERS,
  rights: ['can_bulk_edit_items'],
  body: {
    correlation_id: CorrelationId,
    skip_refused: optional(Type.Boolean({ description: 'Undo what can be undone, and say of the rest why not' })),
  },
  reply: Type.Array(RevertedChange),
  beside: { additional_data: Type.Object({ more_items_in_collection: Type.Boolean() }) },
  cost: 100,
  async run({ body }, crm) {
    if (crm.call.request.headers.has('if-match'))
      throw failure('invalid', 'If-Match is for a change of one record: leave it out here', { field: 'if-match' })
    const { reverted, more } = await revertCorrelation(crm, body.correlation_id, {
      skipRefused: body.skip_refused ?? false,
    })
    return answer(reverted, { beside: { additional_data: { more_items_in_collection: more } } })
  },
})

/** What the log says last about the record of a change: that it was undone. Shown whoever may see the record by now. */
async function newestOf(crm: Crm, { seq, entity, entity_id }: StoredChange): Promise<Change> {
  const lines = await laterLines(crm, { seq, entity, entity_id })
  const newest = await findChange(crm, lines.at(-1)?.seq ?? seq)
  const [shown] = newest ? await showChanges(crm, [newest]) : []
  if (!shown) throw new Error(`undoing change ${seq} left no line in the log`)
  return shown
}

async function oneChange(crm: Crm, id: number): Promise<Change> {
  const change = await findChange(crm, id)
  const [seen] = change ? await seenChanges(crm, [change]) : []
  const [shown] = seen ? await showChanges(crm, [seen]) : []
  if (!shown) throw failure('missing', 'Change not found')
  return shown
}

export const changes = [
  getChanges,
  getChange,
  revertOne,
  revertMany,
  v2({
    route: 'GET /deals/{id}/changes',
    ...changesOfKind(dealKind.revert, 'a deal'),
  }),
  v2({
    route: 'GET /persons/{id}/changes',
    ...changesOfKind(personKind.revert, 'a person'),
  }),
  v2({
    route: 'GET /organizations/{id}/changes',
    ...changesOfKind(organizationKind.revert, 'an organization'),
  }),
  v2({
    route: 'GET /products/{id}/changes',
    ...changesOfKind(productKind.revert, 'a product'),
  }),
  v2({
    route: 'GET /activities/{id}/changes',
    ...changesOfKind(activityKind.revert, 'an activity'),
  }),
  v2({ route: 'GET /leads/{id}/changes', ...changesOfKind(leadKind.revert, 'a lead') }),
  v2({ route: 'GET /notes/{id}/changes', ...changesOfKind(noteKind.revert, 'a note') }),
  v2({ route: 'GET /projects/{id}/changes', ...changesOfKind(projectKind.revert, 'a project') }),
  v2({ route: 'GET /tasks/{id}/changes', ...changesOfKind(taskRevert, 'a task') }),
]
