import type { RecordTable } from './write.ts'

/** The record whose change has changed another one. */
export interface Followed {
  entity: RecordTable
  id: number
}

/**
 * For lines about records that are changed because another one is: the deals of a stage that moves to another pipeline,
 * the stages behind one that is put first. Undoing the change of that one changes them back.
 */
export function following(entity: RecordTable, id: number): { facts: { follows: Followed } } {
  return { facts: { follows: { entity, id } } }
}
