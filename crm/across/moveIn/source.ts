import { failure, isFailure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import { boundedText } from './boundedText.ts'
import { jsonIn, openCalls, type SourceOptions } from './sourceCalls.ts'

/** A record as the source answers it. */
export type Given = Record<string, unknown>

/** A list of the source, as it is walked through. */
export interface List {
  path: string
  /** `whole`: all of it in one answer. `one`: a single record. */
  paging: 'cursor' | 'offset' | 'whole' | 'one'
  limit?: number
  /** Where the records are in `data`, when they are not `data` itself. */
  under?: string
}

export interface Page {
  records: Given[]
  /** Where the next page begins; undefined behind the last one. */
  next: string | undefined
}

/** The account that is copied, over its API. */
export interface Source {
  origin: string
  get(path: string): Promise<unknown>
  page(list: List, from?: string): Promise<Page>
  /** All pages of a short list. */
  all(list: List): Promise<Given[]>
  /** The bytes of a file, and what they are said to be. */
  download(path: string): Promise<{ stream: ReadableStream<Uint8Array>; type: string | null }>
}

const PAGE = 100
const BROKEN_TRIES = 3
/** Of one answer that is not a file, and of lists that are taken as a whole. */
const MOST_BYTES = 64_000_000
const MOST_RECORDS = 100_000

/** Reads lists page by page, and files, out of an account. */
export function openSource(options: SourceOptions): Source {
  const { origin } = new URL(options.url)
  const ask = openCalls(options)

  async function get(path: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const response = await ask(path)
      const answer = jsonIn(await boundedText(response, MOST_BYTES).catch(brokenOff))
      if (isRecord(answer)) return answer
      // An answer that broke off in the middle may come whole the next time.
      if (attempt >= BROKEN_TRIES) throw failure('unavailable', `${origin}${path} answered something that is not JSON`)
    }
  }

  async function page(list: List, from?: string): Promise<Page> {
    const { path, paging, limit = PAGE, under } = list
    const isPaged = paging === 'cursor' || paging === 'offset'
    const query = new URLSearchParams(isPaged ? { limit: String(limit) } : {})
    if (from !== undefined) query.set(paging === 'offset' ? 'start' : 'cursor', from)
    const asked = query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
    const answer = await get(asked)
    const { data, additional_data: beside } = isRecord(answer) ? answer : {}
    const found = under !== undefined && isRecord(data) ? data[under] : data
    const records = (Array.isArray(found) ? found : [found]).filter(isRecord)
    return { records, next: isPaged ? nextOf(beside) : undefined }
  }

  return {
    origin,
    get,
    page,
    async all(list) {
      const records: Given[] = []
      let from: string | undefined
      do {
        const { records: more, next } = await page(list, from)
        for (const record of more) records.push(record)
        if (records.length > MOST_RECORDS)
          throw failure('unavailable', `${origin}${list.path} lists more than ${MOST_RECORDS} records`)
        from = next
      } while (from !== undefined)
      return records
    },
    async download(path) {
      const { body, headers } = await ask(path)
      return { stream: body ?? new Blob([]).stream(), type: headers.get('content-type') }
    },
  }
}

function brokenOff(error: unknown): string {
  if (isFailure(error)) throw error
  return ''
}

/** v2 gives a cursor, v1 where the next page starts. */
function nextOf(beside: unknown): string | undefined {
  if (!isRecord(beside)) return undefined
  if (typeof beside.next_cursor === 'string') return beside.next_cursor
  const { pagination } = beside
  if (!isRecord(pagination) || pagination.more_items_in_collection !== true) return undefined
  return pagination.next_start === undefined ? undefined : String(pagination.next_start)
}
