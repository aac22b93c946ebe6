import type { World } from './world.ts'

/** A call of somebody who means no harm, and the status it gets on a good day. */
export interface OrdinaryCall {
  name: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  status: number
  /** Only in each so many-th round; 1 unless told. */
  every?: number
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Reads and writes of all three products, one after the other at a fixed low rate. */
export function ordinaryCalls({ ordinary }: World): OrdinaryCall[] {
  const crm = { 'x-api-token': ordinary.crmToken }
  const market = { authorization: `Bearer ${ordinary.marketToken}` }
  const html = { accept: 'text/html' }
  return [
    { name: 'get a deal', method: 'GET', path: `/api/v2/deals/${ordinary.dealId}`, headers: crm, status: 200 },
    { name: 'market page', method: 'GET', path: '/market', headers: html, status: 200 },
    { name: 'list deals', method: 'GET', path: '/api/v2/deals?limit=50', headers: crm, status: 200 },
    { name: 'gate demo', method: 'GET', path: '/gate/demo', headers: html, status: 511 },
    {
      name: 'create a deal',
      method: 'POST',
      path: '/api/v2/deals',
      headers: { ...crm, ...JSON_BODY },
      body: JSON.stringify({ title: 'Ordinary', value: 1200 }),
      status: 200,
    },
    { name: 'list books', method: 'GET', path: '/api/books/getBooksNoToken/20/0', headers: {}, status: 200 },
    { name: 'v1 deals', method: 'GET', path: '/v1/deals?limit=20', headers: crm, status: 200 },
    {
      name: 'put into the cart',
      method: 'POST',
      path: '/api/user/addToCart',
      headers: { ...market, ...JSON_BODY },
      body: JSON.stringify({ bookID: ordinary.bookId }),
      status: 202,
    },
    { name: 'see the cart', method: 'GET', path: '/api/user/getCartItems', headers: market, status: 200 },
    {
      name: 'log in',
      method: 'POST',
      path: '/api/auth/login',
      headers: JSON_BODY,
      body: JSON.stringify({ emailAddress: ordinary.email, password: ordinary.password }),
      status: 200,
      every: 4,
    },
    { name: 'health', method: 'GET', path: '/healthz', headers: {}, status: 200 },
  ]
}
