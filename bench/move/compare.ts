import { isDeepStrictEqual } from 'node:util'
import type { BenchServer } from '../benchServer.ts'

type Given = Record<string, unknown>

const LISTS = [
  '/api/v2/pipelines?limit=100',
  '/api/v2/stages?limit=100',
  '/api/v2/organizations?limit=500',
  '/api/v2/persons?limit=500',
  '/api/v2/deals?limit=500&include_fields=followers_count,participants_count,products_count,notes_count,files_count,first_won_time',
  '/api/v2/activities?limit=500',
  '/api/v2/products?limit=500',
  '/v1/leads?limit=500',
  '/api/v2/projects?limit=100',
  '/api/v2/tasks?limit=100',
  '/api/v2/dealFields?limit=500',
  '/api/v2/personFields?limit=500',
  '/v1/notes?limit=500',
  '/v1/files?limit=100',
]

/** What belongs to a server and not to a record. */
const OWN = new Set(['url', 'cc_email', 'company_id', 'field_id'])

export interface Compared {
  records: number
  files: number
  /** Records of one side that the other has not, or has otherwise. */
  differing: string[]
}

/** Goes through all lists of both sides and compares every field of every record, and the bytes of every file. */
export async function compare(one: BenchServer, other: BenchServer): Promise<Compared> {
  const compared: Compared = { records: 0, files: 0, differing: [] }
  for (const list of LISTS) {
    const [there, here] = [await all(one, list), await all(other, list)]
    for (const id of new Set([...there.keys(), ...here.keys()])) {
      compared.records++
      if (!isDeepStrictEqual(there.get(id), here.get(id))) compared.differing.push(`${list} ${id}`)
      if (!list.startsWith('/v1/files')) continue
      compared.files++
      const [bytesThere, bytesHere] = [await bytes(one, id), await bytes(other, id)]
      if (!bytesThere.equals(bytesHere)) compared.differing.push(`bytes of file ${id}`)
    }
  }
  return compared
}

async function all({ origin, token }: BenchServer, list: string): Promise<Map<string, Given>> {
  const records = new Map<string, Given>()
  let from = ''
  for (;;) {
    const reply = await fetch(`${origin}${list}${from}`, { headers: { 'x-api-token': token } })
    const body = (await reply.json()) as { data: Given[] | null; additional_data?: Given }
    if (!reply.ok) throw new Error(`${list}: ${reply.status} ${JSON.stringify(body)}`)
    for (const record of body.data ?? [])
      records.set(
        String(record.id ?? record.field_code),
        Object.fromEntries(Object.entries(record).filter(([name]) => !OWN.has(name))),
      )
    const { next_cursor, pagination } = (body.additional_data ?? {}) as { next_cursor?: string; pagination?: Given }
    if (next_cursor) from = `&cursor=${next_cursor}`
    else if (pagination?.more_items_in_collection) from = `&start=${String(pagination.next_start)}`
    else return records
  }
}

async function bytes({ origin, token }: BenchServer, id: string): Promise<Buffer> {
  const reply = await fetch(`${origin}/v1/files/${id}/download`, { headers: { 'x-api-token': token } })
  return Buffer.from(await reply.arrayBuffer())
}
