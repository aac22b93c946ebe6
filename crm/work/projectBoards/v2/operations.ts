import { NameText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v2 } from '../../../base/api/operation.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { Board } from '../shape.ts'
import { allBoards, oneBoard } from '../store.ts'
import { createBoard, removeBoard, updateBoard } from '../write.ts'
import { boardColumnsV2 } from './wire.ts'

const READ = ['projects:read', 'projects:full']
const Place = optional(Type.Integer({ minimum: 1, description: 'The place among the boards, from 1' }))

const board = oneAtATime(Board, (crm, id) => oneBoard(crm, id, boardColumnsV2))

const getBoards = v2({
  route: 'GET /boards',
  summary: 'Get all boards of projects, in their order',
  scopes: READ,
  reply: Type.Array(Board),
  beside: nothingBeside,
  cost: 10,
  run: (_, crm) => allBoards(crm, boardColumnsV2),
})

const getBoard = v2({
  route: 'GET /boards/{id}',
  summary: 'Get one board of projects',
  scopes: READ,
  cost: 10,
  ...board.get,
})

const addBoard = v2({
  route: 'POST /boards',
  summary: 'Add a board of projects',
  scopes: ['projects:full'],
  rights: ['projects_admin'],
  cost: 5,
  ...board.add({ name: NameText, order_nr: Place }, createBoard),
})

const updateBoardV2 = v2({
  route: 'PATCH /boards/{id}',
  summary: 'Update a board of projects',
  scopes: ['projects:full'],
  rights: ['projects_admin'],
  cost: 5,
  ...board.change({ name: optional(NameText), order_nr: Place }, updateBoard),
})

const deleteBoard = v2({
  route: 'DELETE /boards/{id}',
  summary: 'Delete a board of projects with its phases; its projects stay',
  scopes: ['projects:full'],
  rights: ['projects_admin'],
  cost: 3,
  ...deletingOne(removeBoard),
})

export const projectBoards = [getBoards, getBoard, addBoard, updateBoardV2, deleteBoard]
