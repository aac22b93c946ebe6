import { type Failure, failure } from '@portico/kit/api/failure'

/**
 * A body names a record that does not exist, or that the caller may not see: both are answered alike.
 *
 * @example throw doesNotExist('owner_id', 42)
 */
export function doesNotExist(field: string, id: number | string | null | undefined): Failure {
  return failure('invalid', `${field} ${id} does not exist`, { field })
}
