import type { JSONObject, JSONValue } from '@modelcontextprotocol/server'
import { failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import type { Operation } from '@portico/kit/api/operation'
import type { TSchema } from 'typebox'
import { propertiesOf } from './askOperation.ts'
import { type Tool, writes } from './tool.ts'

/** The JSON Schema of what a tool takes. */
export interface InputSchema {
  type: 'object'
  properties: Record<string, JSONObject>
  required: string[]
  additionalProperties: false
  [keyword: string]: unknown
}

/** As many records as an assistant reads at once. */
const LIMIT = { type: 'integer', minimum: 1, maximum: 50, default: 20 }

const DRY_RUN = { type: 'boolean', description: 'true: tells what would change and stores nothing' }

/** What the operation declares, as far as the tool takes it. */
export function inputOf(tool: Tool, { params, query, body }: Operation): InputSchema {
  const parts: TSchema[] = [params, query, ...(body ? [body] : [])]
  const declared = new Map(parts.flatMap(part => Object.entries(propertiesOf(part))))
  const demanded = new Set([...parts.flatMap(requiredOf), ...(tool.needs ?? [])])
  const properties = tool.takes.map(name => {
    const schema = declared.get(name)
    if (!schema) throw new Error(`${tool.name} takes ${name}, which ${tool.route} does not declare`)
    return [name, name === 'limit' ? LIMIT : described(name, schema)] as const
  })
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...(writes(tool) && { dry_run: DRY_RUN }) },
    required: tool.takes.filter(name => demanded.has(name)),
    additionalProperties: false,
  }
}

/** What was given, once it is sure that it has the names a tool takes; the operation looks at the values. */
export function checkedInput({ properties, required }: InputSchema, given: unknown): Record<string, unknown> {
  const values = isRecord(given) ? given : {}
  for (const name of Object.keys(values)) if (!Object.hasOwn(properties, name)) throw unknownInput(name, properties)
  for (const name of required)
    if (values[name] === undefined) throw failure('invalid', `${name} is required`, { field: name })
  const { dry_run: dryRun, limit } = values
  if (dryRun !== undefined && typeof dryRun !== 'boolean')
    throw failure('invalid', 'dry_run must be true or false', { field: 'dry_run' })
  if (!Object.hasOwn(properties, 'limit')) return values
  return { ...values, limit: typeof limit === 'number' ? Math.min(limit, LIMIT.maximum) : (limit ?? LIMIT.default) }
}

function unknownInput(name: string, properties: object) {
  const taken = Object.keys(properties).join(', ')
  const hint = taken ? `it takes ${taken}` : 'it takes nothing'
  return failure('invalid', `${name.slice(0, 100)} is not an input of this tool: ${hint}`, {
    field: name.slice(0, 100),
  })
}

function requiredOf(schema: TSchema): readonly string[] {
  const { required = [] } = schema as { required?: string[] }
  return required
}

/** Where a value comes from, when the operation does not say. */
const HINTS: Readonly<Record<string, string>> = {
  owner_id: 'Id of a user, from list_users',
  user_id: 'Id of a user, from list_users',
  person_id: 'Id of a person',
  org_id: 'Id of an organization',
  organization_id: 'Id of an organization',
  deal_id: 'Id of a deal',
  lead_id: 'Id of a lead',
  stage_id: 'Id of a stage, from list_pipelines',
  pipeline_id: 'Id of a pipeline, from list_pipelines',
  filter_id: 'Id of a stored filter',
  cursor: 'Where the list goes on: from the answer before',
  start: 'Where the list goes on: from the answer before',
  currency: 'Code such as EUR',
  type: 'Key of an activity type, such as call, meeting, task, email, lunch',
  updated_since: 'Time such as 2026-03-01T08:00:00Z',
  custom_fields: 'Values by the keys of the fields',
  end_date: 'Last day, as YYYY-MM-DD',
}

function described(name: string, schema: TSchema): JSONObject {
  const { description = HINTS[name], ...rest }: JSONObject = tidied(JSON.parse(JSON.stringify(schema)))
  return description === undefined ? rest : { description, ...rest }
}

/** Without what only our own parser reads, and bounds that every id has. */
function tidied(schema: JSONObject): JSONObject {
  const kept = Object.entries(schema).filter(
    ([key, value]) => key !== 'commaSeparated' && value !== Number.MAX_SAFE_INTEGER,
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, tidiedValue(value)]))
}

function tidiedValue(value: JSONValue | undefined): JSONValue {
  if (Array.isArray(value)) return value.map(tidiedValue)
  return isRecord(value) ? tidied(value) : (value ?? null)
}
