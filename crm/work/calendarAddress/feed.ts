import { createHash } from 'node:crypto'
import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { findActor } from '../../base/access/actorStore.ts'
import { digestOf } from '../../base/access/apiToken.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { readingAs } from '../../base/api/jobContext.ts'
import { icalendar } from './icalendar.ts'
import { findAddressOwner, noteCalendarUse, ownEvents } from './store.ts'

export interface Feed {
  text: string
  etag: string
}

const FILE = /^([0-9a-f]{48})\.ics$/

/** The calendar behind a secret address. Wrong secrets are counted like those of links; 404 for them. */
export async function readFeed(services: CrmServices, call: Call, file: string): Promise<Feed> {
  const attempt = await services.throttle.attempt(call, 'link')
  const secret = FILE.exec(file)?.[1]
  const owner = secret && (await services.database.read(sql => findAddressOwner(sql, digestOf(secret))))
  const events =
    owner &&
    (await services.database.read(async sql => {
      const actor = await findActor(sql, owner.companyId, owner.userId)
      return actor && ownEvents({ ...readingAs(services, sql, actor), now: call.receivedAt })
    }))
  if (!owner || !events) throw failure('missing', 'There is no calendar at this address')
  await attempt.succeeded()
  await services.database.statement(sql => noteCalendarUse(sql, owner, call.receivedAt))
  const text = icalendar('Portico', events, services.origin)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
