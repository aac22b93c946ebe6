import { fieldRefused, made } from './builders.ts'
import type { TestUser } from './startTestCrm.ts'

/** A board with two phases, templates on it, and what a full template of a project has. */
export async function templatesOf(owner: TestUser, colleague: TestUser) {
  const { id: board } = await made(owner, '/v2/boards', { name: 'Moves' })
  const { id: first } = await made(owner, '/v2/phases', { name: 'First', board_id: board })
  const { id: second } = await made(owner, '/v2/phases', { name: 'Second', board_id: board })

  const aTemplate = (values: object = {}, user = owner) =>
    made(user, '/v2/projectTemplates', { title: 'Template', projects_board_id: board, ...values })
  const templateOf = async (id: number) => (await owner.call('GET', `/v2/projectTemplates/${id}`)).body.data
  const refused = (method: string, path: string, body?: object, user = owner) => fieldRefused(user, method, path, body)
  const list = async (path: string) => (await owner.call('GET', path)).body.data

  const MOVE = {
    title: 'Office move',
    description: 'Twelve rooms',
    projects_board_id: board,
    groups: ['Before', 'After'],
    tasks: [
      {
        title: 'Pack',
        description: 'All of it',
        assignee_ids: [owner.userId, colleague.userId],
        start_in_days: 0,
        due_in_days: 2,
        priority: 1,
        phase_id: first,
        group: 'Before',
        subtasks: [{ title: 'Buy boxes', due_in_days: -1 }, { title: 'Label them' }],
      },
      { title: 'Unpack', is_milestone: true, due_in_days: 10, phase_id: second, group: 'Later' },
    ],
    activities: [
      {
        type: 'call',
        due_in_days: 3,
        due_time: '14:30',
        duration: '0:30',
        note: 'Ask',
        phase_id: second,
        group: 'After',
      },
    ],
  }

  return { board, first, second, MOVE, aTemplate, templateOf, refused, list }
}
