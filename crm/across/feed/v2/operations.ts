import { eventStream } from '@portico/kit/http/eventStream'
import { v2 } from '../../../base/api/operation.ts'
import { positionOf } from '../feed.ts'
import { ALL_CHANGES, FED } from '../kinds.ts'
import { changeStream } from '../stream.ts'
import { feedQuery } from './list.ts'
import { FedChange } from './shape.ts'

const streamChanges = v2({
  route: 'GET /changes/stream',
  summary: 'Follow all changes as they happen, as text/event-stream',
  description:
    'Each change is an event `change`; ids are cursors of GET /changes, and of several events that leave together the last has one. Goes on behind `Last-Event-ID`, else behind `cursor`, else from now on.',
  scopes: [...new Set([ALL_CHANGES, ...FED.flatMap(kind => kind.feed.scopes)])],
  query: feedQuery,
  reply: FedChange,
  isEventStream: true,
  cost: 20,
  async run({ query }, crm) {
    const lastEventId = crm.call.request.headers.get('last-event-id') ?? undefined
    const cursor = lastEventId ?? query.cursor
    const position = await positionOf(crm, cursor || 'latest', lastEventId === undefined ? 'cursor' : 'Last-Event-ID')
    const view = { items: query.items, withRecords: query.include?.includes('records') ?? false }
    return eventStream(crm.call.request, changeStream(crm, position, view))
  },
})

export const changeFeed = [streamChanges]
