import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { holdRecord } from '../files/linkStore.ts'
import { LINKS, PROJECT_LINK } from '../linkedRecords.ts'
import { holdTask } from '../tasks/store.ts'
import type { NoteLinks } from './rules.ts'

/** Refuses a record that is not there or that the caller may not see, naming the field. */
export async function checkNoteLinks(crm: Crm, links: Partial<NoteLinks>): Promise<void> {
  if (links.task_id && !(await holdTask(crm, links.task_id))) throw doesNotExist('task_id', links.task_id)
  for (const [column, table] of [...LINKS, PROJECT_LINK]) {
    const id = links[column] ?? null
    if (id !== null && !(await holdRecord(crm, table, id))) throw doesNotExist(column, id)
  }
}
