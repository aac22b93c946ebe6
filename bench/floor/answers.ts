import type { Client } from '@portico/kit/database/connect'

export interface Asked {
  /** What follows the first part of the path. */
  rest: string[]
  search: URLSearchParams
}

/** By method and first part of the path: one statement, which gives one row with the JSON of the answer. */
export type Answers = Record<string, (sql: Client, asked: Asked) => Promise<{ wire: string }[]>>
