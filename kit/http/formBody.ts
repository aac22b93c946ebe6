import { failure } from '../api/failure.ts'

/** What a form holds under one name: a text, or what names with brackets make of several. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }

/** Brackets in each other; no operation takes as much. */
const DEEPEST = 5

/**
 * The fields of a form as the JSON they stand for. A repeated name, `a[]=1` and `a[0]=1` make lists, `a[b]=1` makes an
 * object, as PHP and its like write them. What cannot be read so is refused: a value that is dropped is a value lost.
 */
export function formBody(fields: URLSearchParams): Record<string, FormValue> {
  const root: Branch = new Map()
  for (const [name, value] of fields) {
    const [key = '', ...path] = keysOf(name)
    put(root, key, path, value, name)
  }
  return Object.fromEntries([...root].map(([key, node]) => [key, fieldValue(node, key)]))
}

/** A list of texts under one name, or what stands under each key in brackets. */
type Node = string[] | Branch
type Branch = Map<string, Node>

/** `email[0][value]` is `email`, `0`, `value`; `a[]` is `a` and a key without a name. */
function keysOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open === -1) return [checked(name, name)]
  const inBrackets = name.slice(open)
  if (open === 0 || !/^(?:\[[^[\]]*\])+$/.test(inBrackets))
    throw failure('invalid', `${name} is not a name of a field: brackets have to be closed, and nothing follows them`, {
      field: name,
    })
  const keys = inBrackets.slice(1, -1).split('][')
  if (keys.length > DEEPEST) throw failure('invalid', `${name} has more than ${DEEPEST} brackets`, { field: name })
  return [name.slice(0, open), ...keys].map(key => checked(key, name))
}

function checked(key: string, name: string): string {
  if (key === '__proto__') throw failure('invalid', '__proto__ is not a field', { field: name })
  return key
}

function put(branch: Branch, key: string, path: string[], value: string, name: string): void {
  const [next, ...rest] = path
  // The last `[]` only says that there may be several.
  if (next === undefined || (next === '' && rest.length === 0)) {
    const node = branch.get(key) ?? []
    if (!Array.isArray(node)) throw twoWays(name)
    node.push(value)
    branch.set(key, node)
    return
  }
  if (next === '')
    throw failure('invalid', `${name} leaves open which entry is meant: number them, as in ${key}[0]`, { field: name })
  const node = branch.get(key) ?? new Map()
  if (Array.isArray(node)) throw twoWays(name)
  branch.set(key, node)
  put(node, next, rest, value, name)
}

function twoWays(name: string) {
  return failure('invalid', `${name} is given in two ways, with and without keys in brackets`, { field: name })
}

function fieldValue(node: Node, name: string): FormValue {
  if (Array.isArray(node)) return node.length === 1 ? (node[0] ?? '') : node
  const keys = [...node.keys()]
  const numbered = keys.filter(key => /^\d{1,6}$/.test(key))
  if (numbered.length === 0)
    return Object.fromEntries([...node].map(([key, each]) => [key, fieldValue(each, `${name}[${key}]`)]))
  if (numbered.length < keys.length)
    throw failure('invalid', `${name} has numbers and names in brackets`, { field: name })
  return [...node].sort(([a], [b]) => Number(a) - Number(b)).map(([key, each]) => fieldValue(each, `${name}[${key}]`))
}
