import { asFailure } from '@portico/kit/asFailure'
import type { EdgeEnv } from '@portico/kit/edge'
import { type Failure, failure } from '@portico/kit/failure'
import type { Hono } from 'hono'
import type { House } from '../api/context.ts'
import type { Assets } from './assets.ts'
import { Refusal } from './parts/refusal.tsx'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'
import { openVisit, type Visit } from './visit.ts'

/**
 * The link of match mails. Opening it changes nothing, since mail programs open links on their own; the button does, and
 * so does the one-click request mail programs send, which comes from no page of ours.
 */
export function unsubscribePages(app: Hono<EdgeEnv>, house: House, assets: Assets) {
  app.on(['GET', 'POST'], '/market/unsubscribe/:id/:token', async context => {
    const visit = await openVisit(house, assets, context)
    const [id, token] = [visit.param('id'), visit.param('token')]
    try {
      const attempt = await house.throttle.attempt(visit.call, 'link')
      if (!house.links.isFor('unsubscribe', id, token)) throw failure('missing', 'There is nothing at this address')
      await attempt.succeeded()
    } catch (error) {
      return refuse(visit, asFailure(error))
    }
    // Not "if it is a GET": a HEAD comes here too.
    if (context.req.method !== 'POST') return ask(visit)
    await house.database.write(sql => sql`update market.account set match_mail = false where id = ${id}`)
    return tell(visit)
  })
}

function ask(visit: Visit): Promise<Response> {
  return page(
    visit,
    { title: 'Unsubscribe' },
    <Told title="No more mail about matches?">
      <p>Matches stay on your notices page. You can turn the mail on again in the settings.</p>
      <form method="post">
        <button class="button" type="submit">
          Unsubscribe
        </button>
      </form>
    </Told>,
  )
}

function tell(visit: Visit): Promise<Response> {
  return page(
    visit,
    { title: 'Unsubscribed' },
    <Told title="Done">
      <p>No more mail about matches comes to you.</p>
    </Told>,
  )
}

function refuse(visit: Visit, { status, message }: Failure): Promise<Response> {
  return page(visit, { title: message, status }, <Refusal status={status} message={message} />)
}
