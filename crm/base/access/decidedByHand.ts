import type { Crm } from '../api/context.ts'
import { requireRight } from './mayDo.ts'
import { defaultVisibility, type OwnedEntity } from './visibility.ts'

/**
 * Who sees a record is for those to say who have the right to; to send what the record has, or what a new one gets
 * anyway, says nothing. `before` is the record that is changed.
 */
export function decideVisibility(
  crm: Crm,
  entity: OwnedEntity,
  given: number | undefined,
  before?: { visible_to: number },
): void {
  const otherwise = before?.visible_to ?? defaultVisibility(crm.actor, entity)
  if (given !== undefined && given !== otherwise) requireRight(crm, 'can_change_visibility_of_items')
}
