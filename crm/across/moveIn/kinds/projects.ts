import { dayIn, flagIn, numberIn, recordsIn, textIn, timeIn, timesOf } from '../given.ts'
import type { MovedKind, PartKind } from '../kind.ts'
import { replaceRows } from '../partStore.ts'
import { GONE, labels } from './contacts.ts'
import { optionsOf } from './fields.ts'

export const boards: MovedKind = {
  name: 'board',
  lists: [{ path: '/api/v2/boards', paging: 'whole' }],
  replaces: ['project_phase', 'project_board'],
  row: {
    table: 'project_board',
    values: record => ({
      name: textIn(record.name) ?? '',
      order_nr: numberIn(record.order_nr) ?? 1,
      is_deleted: false,
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ is_deleted: true }),
}

export const phases: MovedKind = {
  name: 'phase',
  lists: async ({ sourceIds }) =>
    (await sourceIds('board')).map(id => ({ path: `/api/v2/phases?board_id=${id}`, paging: 'whole' })),
  row: {
    table: 'project_phase',
    values: (record, look) => ({
      name: textIn(record.name) ?? '',
      board_id: look.must('board', record.board_id),
      order_nr: numberIn(record.order_nr) ?? 1,
      is_deleted: false,
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ is_deleted: true }),
}

const LINKED = [
  ['project_deal', 'deal_id', 'deal', 'deal_ids'],
  ['project_person', 'person_id', 'person', 'person_ids'],
  ['project_organization', 'org_id', 'organization', 'org_ids'],
] as const

export const projects: MovedKind = {
  name: 'project',
  lists: [
    { path: '/api/v2/projects', paging: 'cursor' },
    { path: '/api/v2/projects/archived', paging: 'cursor' },
  ],
  parts: [{ name: 'groups', list: ([id]) => ({ path: `/api/v2/projects/${id}/groups`, paging: 'whole' }) }],
  row: {
    table: 'project',
    values: async (record, look) => ({
      title: textIn(record.title) ?? '',
      description: textIn(record.description),
      status: textIn(record.status) ?? 'open',
      board_id: look.must('board', record.board_id),
      phase_id: look.must('phase', record.phase_id),
      owner_id: look.user(record.owner_id),
      creator_id: look.user(record.creator_id ?? record.owner_id),
      start_date: dayIn(record.start_date),
      end_date: dayIn(record.end_date),
      label_ids: labels('project', record, look),
      health_status: look.id(optionsOf('project', 'health_status'), record.health_status),
      status_change_time: timeIn(record.status_change_time),
      is_archived: timeIn(record.archive_time) !== null,
      archive_time: timeIn(record.archive_time),
      custom: await look.custom('project', record.custom_fields),
      is_deleted: false,
      delete_time: null,
      ...timesOf(record),
    }),
  },
  async after(move, id, record, look) {
    for (const [table, column, kind, list] of LINKED) {
      const linked = look.ids(kind, record[list]).map((each, at) => ({ [column]: Number(each), nr: at + 1 }))
      await replaceRows(move, table, { project_id: Number(id) }, linked)
    }
    await move.parts(groupKind(Number(id)), `project ${String(record.id)}`, recordsIn(record.groups), look)
  },
  whenGone: GONE,
}

const groupKind = (project_id: number): PartKind => ({
  name: 'group of project',
  table: 'project_group',
  values: row => ({ project_id, name: textIn(row.name) ?? '', order_nr: numberIn(row.order_nr) ?? 1 }),
})

export const tasks: MovedKind = {
  name: 'task',
  lists: [{ path: '/api/v2/tasks', paging: 'cursor' }],
  row: {
    table: 'task',
    values: (record, look) => ({
      project_id: look.must('project', record.project_id),
      parent_task_id: look.id('task', record.parent_task_id),
      title: textIn(record.title) ?? '',
      description: textIn(record.description),
      creator_id: look.user(record.creator_id),
      assignee_ids: look.ids('user', record.assignee_ids).map(Number),
      is_done: flagIn(record.is_done),
      marked_as_done_time: timeIn(record.marked_as_done_time),
      is_milestone: flagIn(record.is_milestone),
      start_date: dayIn(record.start_date),
      due_date: dayIn(record.due_date),
      priority: numberIn(record.priority),
      is_deleted: false,
      delete_time: null,
      ...timesOf(record),
    }),
  },
  whenGone: GONE,
}
