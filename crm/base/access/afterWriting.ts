import type { Crm } from '../api/context.ts'
import type { OwnedEntity } from './visibility.ts'

/**
 * For the answer to a write, which shows the record that was written even when the caller cannot see it any more:
 * whoever hands a private record over to somebody else is told how it is now, not that there is none.
 */
export function afterWriting(crm: Crm, entity: OwnedEntity | 'activity', id: number | string): Crm {
  return { ...crm, actor: { ...crm.actor, wrote: { entity, id } } }
}
