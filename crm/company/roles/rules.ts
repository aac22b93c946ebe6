import { failure } from '@portico/kit/api/failure'
import { LIMITS } from '../../base/limits/atRest.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'

/** The role above each role; null above the topmost, of which there is one. */
export type RoleTree = ReadonlyMap<number, number | null>

export function topmostOf(tree: RoleTree): number {
  for (const [id, parent] of tree) if (parent === null) return id
  throw new Error('a company without a topmost role')
}

/** 1 for the topmost role. */
export function levelOf(tree: RoleTree, id: number): number {
  return pathUp(tree, id).length
}

/** Refuses a place for a new role. */
export function requirePlace(tree: RoleTree, parent: number): void {
  if (!tree.has(parent)) throw doesNotExist('parent_role_id', parent)
  requireLevels(levelOf(tree, parent) + 1)
}

/** Refuses to put a role with all that is below it under another one. */
export function requireMove(tree: RoleTree, id: number, parent: number): void {
  if (!tree.has(parent)) throw doesNotExist('parent_role_id', parent)
  if (id === topmostOf(tree)) throw refusal('the topmost role stays above all others')
  if (pathUp(tree, parent).includes(id))
    throw refusal(`${parent} is this role or lies below it; name one that does not`)
  requireLevels(levelOf(tree, parent) + levelsFrom(tree, id))
}

function requireLevels(levels: number): void {
  if (levels > LIMITS.roleLevels) throw refusal(`would make more than ${LIMITS.roleLevels} levels of roles`)
}

/** The levels of a role and of everything below it. */
function levelsFrom(tree: RoleTree, id: number): number {
  let most = 1
  for (const other of tree.keys()) {
    const distance = pathUp(tree, other).indexOf(id)
    most = Math.max(most, distance + 1)
  }
  return most
}

/** A role and those above it, the topmost last. */
function pathUp(tree: RoleTree, id: number): number[] {
  const path: number[] = []
  for (let at: number | null | undefined = id; at && path.length <= tree.size; at = tree.get(at)) path.push(at)
  return path
}

function refusal(why: string) {
  return failure('invalid', `parent_role_id: ${why}`, { field: 'parent_role_id' })
}
