import { failure } from '@portico/kit/api/failure'
import { type App, RIGHTS, type Right, rightsOf } from '../../base/access/rights.ts'
import type { PermissionSetRow } from './store.ts'

/** The rights a set is given, each once and in the order of all rights; those of other apps are refused. */
export function rightsWithin(app: App, given: readonly Right[]): Right[] {
  const stray = given.find(right => RIGHTS[right].app !== app)
  if (stray)
    throw failure('invalid', `contents: ${stray} is a right of the app ${RIGHTS[stray].app}, not of ${app}`, {
      field: 'contents',
    })
  return rightsOf(app, 'admin').filter(right => given.includes(right))
}

/** Sets every company has are found by their names when there are new rights to add. */
export function refuseBuiltIn(set: PermissionSetRow, input: { name?: string | undefined; contents?: unknown }): void {
  if (set.type === 'custom') return
  if (input.name !== undefined && input.name !== set.name)
    throw failure('conflict', `${set.name} is built in and keeps its name`, { field: 'name' })
  if (set.type === 'admin' && input.contents !== undefined)
    throw failure('conflict', `${set.name} has every right of its app: use another set`, { field: 'contents' })
}

export function refuseDeleting({ type, name, assignment_count }: PermissionSetRow): void {
  if (type !== 'custom') throw failure('conflict', `${name} is built in and cannot be deleted`)
  if (assignment_count > 0)
    throw failure('conflict', `${name} is the permission set of ${assignment_count} users: give them another one first`)
}
