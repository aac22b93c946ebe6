import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { holdRecord } from '../files/linkStore.ts'
import { LINKS } from '../linkedRecords.ts'
import type { NoteLinks } from './rules.ts'

/** Refuses a record that is not there or that the caller may not see, naming the field. */
export async function checkNoteLinks(crm: Crm, links: Partial<NoteLinks>): Promise<void> {
  for (const column of NOT_KEPT) {
    const id = links[column] ?? null
    if (id !== null) throw doesNotExist(column, id)
  }
  for (const [column, table] of LINKS) {
    const id = links[column] ?? null
    if (id !== null && !(await holdRecord(crm, table, id))) throw doesNotExist(column, id)
  }
}

/** There is none of these to name yet. */
const NOT_KEPT = ['project_id', 'task_id'] as const
