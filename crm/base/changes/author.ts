import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import type { ClientNetwork } from '@portico/kit/http/clientNetwork'
import type { Actor } from '../access/actor.ts'
import type { Gather } from './gather.ts'
import type { Unlocked } from './unlocked.ts'

/** Who is behind a write, in its transaction: the caller of an operation (every `Crm` is an author), or a command. */
export interface Author {
  sql: Sql
  now: Date
  actor: Pick<Actor, 'companyId' | 'credential'> & {
    /** Nobody of the company when it was a command. */
    userId: number | undefined
    source: Actor['source'] | 'command'
  }
  /** Everything it writes is part of a change of many records. */
  bulk?: true
  /** Others do the same at this moment with other records: what is asked for here is asked for once. */
  gather?: Gather
  /** Calls of others that come at the same moment: what is added here may be added together with what they add. */
  together?: Gather
  /** Its only write is one statement, so it locks nothing: see `unlocked.ts`. */
  unlocked?: Unlocked
  call: Pick<Call, 'remoteAddress'> & { requestId: string | undefined; request: Pick<Request, 'headers'> }
  services: {
    /** Of a call: the client, also behind a proxy. */
    clientNetwork: ClientNetwork
  }
}

/** Whoever runs a command on the server itself. */
export function commandLine(sql: Sql, companyId: number): Author {
  return {
    sql,
    now: new Date(),
    actor: { companyId, userId: undefined, source: 'command', credential: 'command' },
    call: { remoteAddress: '', requestId: undefined, request: { headers: new Headers() } },
    services: { clientNetwork: () => '' },
  }
}
