import { asFailure } from '@portico/kit/api/asFailure'
import { type Failure, failure } from '@portico/kit/api/failure'
import type { Assets } from '@portico/kit/http/assets'
import type { EdgeEnv } from '@portico/kit/http/edge'
import type { Hono } from 'hono'
import type { MarketServices } from '../api/context.ts'
import { stopMatchMail } from '../auth/profileStore.ts'
import { stopSearchMail } from '../savedSearches/store.ts'
import { openPageRequest, type PageRequest } from './pageRequest.ts'
import { Refusal } from './parts/refusal.tsx'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'

/** Mails that can be ended by a link in them. */
const MAILS = [
  {
    path: '/market/unsubscribe/:id/:token',
    purpose: 'unsubscribe',
    stop: stopMatchMail,
    question: 'No more mail about matches?',
    rest: 'Matches stay on your notices page. You can turn the mail on again in the settings.',
    done: 'No more mail about matches comes to you.',
  },
  {
    path: '/market/unsubscribe-search/:id/:token',
    purpose: 'unsubscribeSearch',
    stop: stopSearchMail,
    question: 'No more mail for this saved search?',
    rest: 'New books stay on your notices page. You can turn the mail on again with your saved searches.',
    done: 'No more mail for this saved search comes to you.',
  },
] as const

type StoppedMail = (typeof MAILS)[number]

/**
 * The links of mails nobody needs. Opening one changes nothing, since mail programs open links on their own; the button
 * does, and so does the one-click request mail programs send, which comes from no page of ours.
 */
export function unsubscribePages(app: Hono<EdgeEnv>, services: MarketServices, assets: Assets) {
  for (const mail of MAILS)
    app.on(['GET', 'POST'], mail.path, async context => {
      const pageRequest = await openPageRequest(services, assets, context)
      const [id, token] = [pageRequest.param('id'), pageRequest.param('token')]
      try {
        const attempt = await services.throttle.attempt(pageRequest.call, 'link')
        if (!services.links.isFor(mail.purpose, id, token)) throw failure('missing', 'There is nothing at this address')
        await attempt.succeeded()
      } catch (error) {
        return refuse(pageRequest, asFailure(error))
      }
      // Not "if it is a GET": a HEAD comes here too.
      if (context.req.method !== 'POST') return ask(pageRequest, mail)
      await services.database.write(sql => mail.stop(sql, id))
      return tell(pageRequest, mail)
    })
}

function ask(pageRequest: PageRequest, { question, rest }: StoppedMail): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Unsubscribe' },
    <Told title={question}>
      <p>{rest}</p>
      <form method="post">
        <button class="button" type="submit">
          Unsubscribe
        </button>
      </form>
    </Told>,
  )
}

function tell(pageRequest: PageRequest, { done }: StoppedMail): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Unsubscribed' },
    <Told title="Done">
      <p>{done}</p>
    </Told>,
  )
}

function refuse(pageRequest: PageRequest, { status, message }: Failure): Promise<Response> {
  return page(pageRequest, { title: message, status }, <Refusal status={status} message={message} />)
}
