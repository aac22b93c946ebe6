import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { Board } from '../shape.ts'
import { allBoards, oneBoard } from '../store.ts'
import { boardColumnsV1 } from './wire.ts'

const READ = ['projects:read', 'projects:full']

const board = oneAtATime(Board, (crm, id) => oneBoard(crm, id, boardColumnsV1))

const getBoards = v1({
  route: 'GET /projects/boards',
  summary: 'Get all boards of projects, in their order',
  scopes: READ,
  reply: Type.Array(Board),
  beside: nothingBeside,
  cost: 20,
  run: (_, crm) => allBoards(crm, boardColumnsV1),
})

const getBoard = v1({
  route: 'GET /projects/boards/{id}',
  summary: 'Get one board of projects',
  scopes: READ,
  beside: nothingBeside,
  cost: 2,
  ...board.get,
})

export const projectBoardsV1 = [getBoards, getBoard]
