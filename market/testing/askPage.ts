import { type Member, ORIGIN, type TestMarket } from './openTestMarket.ts'

interface PageCall {
  member?: Member
  form?: Record<string, string> | FormData
  headers?: Record<string, string>
}

/** Requests a page under /market as a browser would: with `form` as a POST from our own origin. */
export function askPage(market: TestMarket, path: string, { member, form, headers = {} }: PageCall = {}) {
  return market.fetch(
    new Request(`${ORIGIN}/market${path}`, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: form instanceof FormData ? form : new URLSearchParams(form) }),
      headers: {
        ...(member && { cookie: `market_session=${member.token}` }),
        ...(form && { origin: ORIGIN }),
        ...headers,
      },
      redirect: 'manual',
    }),
  )
}
