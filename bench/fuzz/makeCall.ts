import type { DocumentedOperation, Parameter } from './document.ts'
import { fittingValue, type Making } from './values.ts'
import { asText, type Manner, spoiled, wrongValue } from './wrongValues.ts'

export interface Call {
  operation: DocumentedOperation
  manner: Manner
  /** Path and query. */
  address: string
  headers: Record<string, string>
  body?: string | FormData
  /** What the body is made of, to show. */
  shown?: string
}

/** One call of an operation. What is wrong with it is in one part: path, query or body. */
export function makeCall(operation: DocumentedOperation, manner: Manner, making: Making): Call {
  const { chance } = making
  const { body, parameters } = operation
  const parts = [
    ...(body ? ['body', 'body', 'body'] : []),
    ...(parameters.some(one => one.in === 'query') ? ['query', 'query'] : []),
    ...(operation.path.includes('{') ? ['path'] : []),
  ]
  const wrongPart = manner === 'fitting' ? undefined : chance.among(parts)
  const path = pathOf(operation, making, wrongPart === 'path' ? manner : 'fitting')
  const query = queryOf(parameters, making, wrongPart === 'query' ? manner : 'fitting')
  const call: Call = { operation, manner, address: query ? `${path}?${query}` : path, headers: {} }
  if (!body) return call
  const given = fittingValue(body.schema, making)
  const sent = wrongPart === 'body' ? spoiled(given, manner, making) : given
  return withBody(call, body.type, sent, chance.once(20) && manner === 'hostile')
}

function pathOf({ path }: DocumentedOperation, making: Making, manner: Manner): string {
  const words = path.split('/')
  const written = words.map((word, at) => {
    if (!word.startsWith('{')) return word
    const known =
      making.ids.pick(words[at - 1] ?? '', making.chance) ?? making.ids.pick(word.slice(1, -1), making.chance)
    const value = manner === 'fitting' ? (known ?? 1) : wrongValue(manner, making.chance)
    // Without it the address would be that of another operation.
    return segment(asText(value)) || '%20'
  })
  return written.join('/')
}

/** Half a surrogate cannot be written in an address at all; a broken escape can. */
function segment(text: string): string {
  try {
    return encodeURIComponent(text.slice(0, 6_000))
  } catch {
    return '%ed%a0%80'
  }
}

function queryOf(parameters: readonly Parameter[], making: Making, manner: Manner): string {
  const { chance } = making
  const pairs = parameters
    .filter(one => one.in === 'query' && (one.required || chance.once(4)))
    .map(({ name, schema }) => [name, fittingValue(schema, making, name)] as [string, unknown])
  if (manner !== 'fitting') {
    const [name = 'start'] = chance.among(pairs) ?? [chance.among(parameters)?.name]
    pairs.push([name, wrongValue(manner, chance)])
  }
  return pairs.map(([name, value]) => `${segment(name)}=${segment(textOf(value))}`).join('&')
}

/** Lists go into a query with commas. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).join(',') : asText(value)
}

function withBody(call: Call, type: string, sent: unknown, isCut: boolean): Call {
  if (type === 'multipart/form-data') {
    const form = new FormData()
    for (const [name, value] of Object.entries(sent ?? {})) form.append(name, textOf(value))
    form.append('file', new Blob(['some bytes']), 'note.txt')
    return { ...call, body: form, shown: JSON.stringify(sent) }
  }
  const json = JSON.stringify(sent) ?? 'null'
  const text = type === 'application/x-www-form-urlencoded' ? formOf(sent) : json
  const body = isCut ? text.slice(0, text.length >> 1) : text
  return { ...call, headers: { 'content-type': type }, body, shown: body }
}

function formOf(sent: unknown): string {
  const fields = Object.entries(typeof sent === 'object' && sent !== null ? sent : { value: sent })
  return fields.map(([name, value]) => `${segment(name)}=${segment(textOf(value))}`).join('&')
}
