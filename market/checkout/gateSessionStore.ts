import type { Database } from '@portico/kit/database/database'
import { postgresSessions } from 'gate/session'

/** Sessions of a gate in the database: every process knows them and none is lost at a restart. */
export function openGateSessions(database: Database, table = 'market.gate_session') {
  return postgresSessions(
    (text, values, kind) => database[kind === 'read' ? 'read' : 'statement'](sql => sql.unsafe(text, values)),
    { table },
  )
}
