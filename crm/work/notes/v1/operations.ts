import { Id, nullable } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { requireDeal } from '../../../sales/deals/store.ts'
import { createNote, removeNote, updateNote } from '../write.ts'
import { Content, noteBody, noteFromV1, notesQuery, wantedNotes } from './input.ts'
import { NoteV1 } from './shape.ts'
import { findNote, selectNotes } from './store.ts'

const params = { id: Id }
const READERS = ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'] as const
const WRITERS = ['deals:full', 'contacts:full'] as const

const FILLED = ['id', 'user_id', 'content', 'add_time', 'update_time']
const SORTABLE: Record<string, Fragment> = Object.fromEntries(
  [...FILLED, 'deal_id', 'person_id', 'org_id'].map(column => [column, sql`n.${sql(column)}`]),
)

const getNotes = v1({
  route: 'GET /notes',
  summary: 'Get all notes',
  scopes: READERS,
  query: notesQuery,
  reply: nullable(Type.Array(NoteV1)),
  beside: pagination,
  cost: 20,
  run: ({ query }, crm) => notePage(crm, wantedNotes(query), query),
})

const getDealNotes = v1({
  route: 'GET /deals/{id}/notes',
  summary: 'Get the notes of a deal, as older clients ask for them',
  scopes: READERS,
  params,
  query: { sort: notesQuery.sort, ...offsetQuery },
  reply: nullable(Type.Array(NoteV1)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return notePage(crm, wantedNotes({ deal_id: params.id }), query)
  },
})

async function notePage(
  crm: Crm,
  where: Fragment,
  query: { sort?: string | undefined; start?: number | undefined; limit?: number | undefined },
) {
  const page = pageOf(query)
  const order = sortOf(query.sort, SORTABLE, sql`n.id`, FILLED)
  const rows = await selectNotes(crm, where, order, { ...page, limit: page.limit + 1 })
  return offsetPage<NoteV1>(
    rows.map(row => row.wire),
    page,
  )
}

const addNote = v1({
  route: 'POST /notes',
  summary: 'Add a note to a deal, a lead, a person, an organization, a project or a task, or to several of them',
  scopes: WRITERS,
  body: { content: Content, ...noteBody },
  reply: NoteV1,
  cost: 10,
  run: async ({ body }, crm) => oneNote(crm, await createNote(crm, noteFromV1(body))),
})

const getNote = v1({
  route: 'GET /notes/{id}',
  summary: 'Get a note',
  scopes: READERS,
  params,
  reply: NoteV1,
  cost: 2,
  run: ({ params }, crm) => oneNote(crm, params.id),
})

const putNote = v1({
  route: 'PUT /notes/{id}',
  summary: 'Update a note',
  description: 'Null takes a note off a record; it stays on one at least.',
  ifMatch: true,
  scopes: WRITERS,
  params,
  body: { content: Type.Optional(Content), ...noteBody },
  reply: NoteV1,
  cost: 10,
  async run({ params, body }, crm) {
    await updateNote(crm, params.id, noteFromV1(body))
    return oneNote(crm, params.id)
  },
})

const deleteNote = v1({
  route: 'DELETE /notes/{id}',
  summary: 'Delete a note',
  ifMatch: true,
  scopes: WRITERS,
  params,
  reply: Type.Boolean(),
  cost: 6,
  async run({ params }, crm) {
    await removeNote(crm, params.id)
    return true
  },
})

async function oneNote(crm: Crm, id: number) {
  return oneRecord<NoteV1>(await findNote(crm, id), 'Note')
}

export const notes = [getNotes, getDealNotes, addNote, getNote, putNote, deleteNote]
