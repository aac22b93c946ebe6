import { Id, nullable, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { readHtml } from '../../../base/records/cleanHtml.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createComment, removeComment, updateComment } from '../comments.ts'
import { requireNote } from '../store.ts'
import { Content } from './input.ts'
import { CommentV1 } from './shape.ts'
import { findComment, selectComments } from './store.ts'

const params = { id: Id, commentId: Uuid }
const READERS = ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'] as const
const WRITERS = ['deals:full', 'contacts:full'] as const

const getComments = v1({
  route: 'GET /notes/{id}/comments',
  summary: 'List the comments of a note',
  scopes: READERS,
  params: { id: Id },
  query: offsetQuery,
  reply: nullable(Type.Array(CommentV1)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    await requireNote(crm, params.id)
    const page = pageOf(query)
    const rows = await selectComments(crm, params.id, sql`not c.is_deleted`, { ...page, limit: page.limit + 1 })
    return offsetPage<CommentV1>(
      rows.map(row => row.wire),
      page,
    )
  },
})

const addComment = v1({
  route: 'POST /notes/{id}/comments',
  summary: 'Add a comment to a note',
  scopes: WRITERS,
  params: { id: Id },
  body: { content: Content },
  reply: CommentV1,
  cost: 10,
  run: async ({ params, body }, crm) =>
    oneComment(crm, params.id, await createComment(crm, params.id, readHtml(body.content, 'content'))),
})

const getComment = v1({
  route: 'GET /notes/{id}/comments/{commentId}',
  summary: 'Get a comment of a note',
  scopes: READERS,
  params,
  reply: CommentV1,
  cost: 2,
  async run({ params }, crm) {
    await requireNote(crm, params.id)
    return oneComment(crm, params.id, params.commentId)
  },
})

const putComment = v1({
  route: 'PUT /notes/{id}/comments/{commentId}',
  summary: 'Update a comment of a note: its author may, and admins',
  ifMatch: true,
  scopes: WRITERS,
  params,
  body: { content: Content },
  reply: CommentV1,
  cost: 10,
  async run({ params, body }, crm) {
    await updateComment(crm, { noteId: params.id, id: params.commentId }, readHtml(body.content, 'content'))
    return oneComment(crm, params.id, params.commentId)
  },
})

const deleteComment = v1({
  route: 'DELETE /notes/{id}/comments/{commentId}',
  summary: 'Delete a comment of a note: its author may, and admins',
  ifMatch: true,
  scopes: WRITERS,
  params,
  reply: Type.Boolean(),
  cost: 6,
  async run({ params }, crm) {
    await removeComment(crm, { noteId: params.id, id: params.commentId })
    return true
  },
})

async function oneComment(crm: Crm, noteId: number, id: string) {
  return oneRecord<CommentV1>(await findComment(crm, noteId, id), 'Comment')
}

export const noteComments = [getComments, addComment, getComment, putComment, deleteComment]
