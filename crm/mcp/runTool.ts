import { type Failure, isFailure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import type { Operation } from '@portico/kit/api/operation'
import type { Ask } from './askOperation.ts'
import { fitting, shortAnswer } from './shortAnswer.ts'
import type { Tool } from './tool.ts'
import { checkedInput, type InputSchema } from './toolInput.ts'

/** A tool with what its operation declares. */
export interface OpenTool {
  tool: Tool
  operation: Operation
  input: InputSchema
}

export interface ToolAnswer {
  content: { type: 'text'; text: string }[]
  isError?: boolean
  [key: string]: unknown
}

/** Runs a tool; a refusal is an answer that the assistant can act upon. */
export async function runTool({ tool, operation, input }: OpenTool, given: unknown, ask: Ask): Promise<ToolAnswer> {
  try {
    const { dry_run: dryRun, ...taken } = checkedInput(input, given)
    const values = { ...taken, ...tool.sends }
    if (dryRun) return textAnswer(await dryRunOf(tool, operation, values, ask))
    const reply = await (tool.gather ? tool.gather(ask, values) : ask(tool.api, tool.route, values))
    return textAnswer(shortAnswer(reply, tool.shows))
  } catch (error) {
    if (!isFailure(error)) throw error
    return refusal(error)
  }
}

export function refusal({ message, details }: Pick<Failure, 'message' | 'details'>): ToolAnswer {
  const field = details.field && !message.includes(details.field) ? ` (field: ${details.field})` : ''
  const later = details.retryAfter ? `; try again in ${Math.ceil(details.retryAfter)} seconds` : ''
  return { ...textAnswer(`${message}${field}${later}`), isError: true }
}

const textAnswer = (text: string): ToolAnswer => ({ content: [{ type: 'text', text }] })

/** What the write would do, found by doing it in a transaction that is rolled back. */
async function dryRunOf(tool: Tool, { method, path, params }: Operation, values: object, ask: Ask): Promise<string> {
  const given = { ...values }
  if (method === 'POST') {
    const { data } = await ask(tool.api, tool.route, given, { dryRun: true })
    const { id: _, ...record } = isRecord(data) ? data : {}
    return fitting({ dry_run: 'Nothing was stored. This would be created.', record })
  }
  const which = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(params.properties, name)))
  const { data: before } = await ask(tool.api, `GET ${path}`, which)
  const { data: after } = await ask(tool.api, tool.route, given, { dryRun: true })
  return fitting({ dry_run: 'Nothing was stored. This would change.', changes: changesOf(before, after) })
}

const shown = (value: unknown) => value ?? '(empty)'

/** Fields that every change moves along. */
const MOVED_ALONG = ['update_time', 'version', 'last_update_user_id']

function changesOf(before: unknown, after: unknown): Record<string, { from: unknown; to: unknown }> {
  if (!isRecord(before) || !isRecord(after)) return {}
  const changed = Object.keys(after).filter(
    name => !MOVED_ALONG.includes(name) && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed.map(name => [name, { from: shown(before[name]), to: shown(after[name]) }]))
}
