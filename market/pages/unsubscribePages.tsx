import { asFailure } from '@portico/kit/api/asFailure'
import { type Failure, failure } from '@portico/kit/api/failure'
import type { Assets } from '@portico/kit/http/assets'
import type { EdgeEnv } from '@portico/kit/http/edge'
import type { Hono } from 'hono'
import type { MarketServices } from '../api/context.ts'
import { stopMatchMail } from '../auth/profileStore.ts'
import { openPageRequest, type PageRequest } from './pageRequest.ts'
import { Refusal } from './parts/refusal.tsx'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'

/**
 * The link of match mails. Opening it changes nothing, since mail programs open links on their own; the button does, and
 * so does the one-click request mail programs send, which comes from no page of ours.
 */
export function unsubscribePages(app: Hono<EdgeEnv>, services: MarketServices, assets: Assets) {
  app.on(['GET', 'POST'], '/market/unsubscribe/:id/:token', async context => {
    const pageRequest = await openPageRequest(services, assets, context)
    const [id, token] = [pageRequest.param('id'), pageRequest.param('token')]
    try {
      const attempt = await services.throttle.attempt(pageRequest.call, 'link')
      if (!services.links.isFor('unsubscribe', id, token)) throw failure('missing', 'There is nothing at this address')
      await attempt.succeeded()
    } catch (error) {
      return refuse(pageRequest, asFailure(error))
    }
    // Not "if it is a GET": a HEAD comes here too.
    if (context.req.method !== 'POST') return ask(pageRequest)
    await services.database.write(sql => stopMatchMail(sql, id))
    return notify(pageRequest)
  })
}

function ask(pageRequest: PageRequest): Promise<Response> {
  return page(
    pageRequest,
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

function notify(pageRequest: PageRequest): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Unsubscribed' },
    <Told title="Done">
      <p>No more mail about matches comes to you.</p>
    </Told>,
  )
}

function refuse(pageRequest: PageRequest, { status, message }: Failure): Promise<Response> {
  return page(pageRequest, { title: message, status }, <Refusal status={status} message={message} />)
}
