import { failure, isFailure } from '@portico/kit/api/failure'

/**
 * For work that does not know which field its input came from: its refusals name it.
 *
 * @example await squarePicture(bytes, 128).catch(namingField('file'))
 */
export function namingField(field: string): (error: unknown) => never {
  return error => {
    if (!isFailure(error) || error.details.field !== undefined) throw error
    throw failure(error.code, error.message, { ...error.details, field })
  }
}
