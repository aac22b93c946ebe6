// What a test server with the extension Citus wrote about statements that it sent to several shards.
import { readFileSync } from 'node:fs'

/** Settings of a server that writes down each statement of several tasks, by whom and where. */
export const TOLD = {
  'citus.multi_task_query_log_level': 'log',
  log_min_error_statement: 'log',
  log_line_prefix: '@@%a|%d|',
}

/** What is before a statement that is about all companies, and why it is. */
const ABOUT_ALL = /^\s*\/\* all companies: \S[^*]*\*\//

/** The statements of the server that went to several shards, each once; those that say why are left out. */
export function statementsOfSeveralShards(file) {
  const found = new Set()
  let isTold = false
  for (const entry of readFileSync(file, 'utf8').split('@@')) {
    const [, by, database, text] = /^([^|\n]*)\|([^|\n]*)\|(.*)$/s.exec(entry) ?? []
    if (by !== 'portico' || !database?.startsWith('portico_test_')) continue
    if (/multi-task query about to be executed/.test(text)) isTold = true
    const [, statement] = /^STATEMENT:\s+(.*)$/s.exec(text) ?? []
    if (statement === undefined) continue
    if (isTold && !ABOUT_ALL.test(statement)) found.add(statement.replace(/\s+/g, ' ').trim())
    isTold = false
  }
  return [...found].sort()
}
