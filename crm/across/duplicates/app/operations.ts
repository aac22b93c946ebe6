import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { requireRight } from '../../../base/access/mayDo.ts'
import { app } from '../../../base/api/operation.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import { readPlace, writePlace } from './place.ts'
import { DUPLICATE_KINDS, type DuplicateKind, DuplicatePair } from './shape.ts'
import { keepSeparate, offerAgain, requireBoth, scanForPairs } from './store.ts'

const Kind = oneOf(DUPLICATE_KINDS)
const RIGHT = { person: 'can_merge_people', organization: 'can_merge_organizations' } as const

const getDuplicates = app({
  route: 'GET /duplicates',
  summary: 'Get pairs of people or organizations that may be the same, in the order of their names',
  description:
    'People with the same name and the same organization, e-mail address or phone; organizations with the same name. Without pairs that somebody has said to keep separate. A call looks through a part of the records and may find none there: go on while `next_cursor` is not null.',
  query: {
    kind: Kind,
    limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 100, description: 'Pairs at most' })),
    cursor: optional(Type.String({ maxLength: 4000 })),
  },
  reply: Type.Array(DuplicatePair),
  beside: nextCursor,
  cost: 40,
  async run({ query: { kind, limit = 100, cursor } }, crm) {
    const { pairs, last } = await scanForPairs(crm, kind, limit, cursor === undefined ? undefined : readPlace(cursor))
    return answer<DuplicatePair[]>(pairs, {
      beside: { additional_data: { next_cursor: last ? writePlace(last) : null } },
    })
  },
})

const Separation = Type.Object({ kind: Kind, ids: Type.Array(Type.Integer()), is_separate: Type.Boolean() })

const putSeparation = app({
  route: 'PUT /duplicates',
  summary:
    'Say that two people or organizations are not the same, so that they are not offered again; or take that back',
  body: {
    kind: Kind,
    ids: Type.Array(Id, { minItems: 2, maxItems: 2 }),
    is_separate: Type.Boolean(),
  },
  reply: Separation,
  cost: 5,
  async run({ body: { kind, ids, is_separate } }, crm) {
    requireRight(crm, RIGHT[kind])
    const [first, second] = inOrder(kind, ids)
    await requireBoth(crm, kind, first, second)
    await (is_separate ? keepSeparate : offerAgain)(crm, kind, first, second)
    return { kind, ids: [first, second], is_separate }
  },
})

function inOrder(kind: DuplicateKind, ids: readonly number[]): [first: number, second: number] {
  const [one = 0, other = 0] = ids
  if (one === other) throw failure('invalid', `ids must name two different ${kind}s`, { field: 'ids' })
  return one < other ? [one, other] : [other, one]
}

export const duplicates = [getDuplicates, putSeparation]
