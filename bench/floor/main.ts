import { createServer } from 'node:http'
import { connect } from '@portico/kit/database/connect'
import { crmFloor } from './crmFloor.ts'
import { marketFloor } from './marketFloor.ts'

/**
 * The floor: what the same database gives when nothing stands between it and HTTP. No sign-in, no access rules, no
 * validation, no change log, no log line; each answer is one statement, whose JSON PostgreSQL builds.
 */
const company = Number(process.env.COMPANY_ID)
const lanes = Array.from({ length: 8 }, () => connect(process.env.DATABASE_URL ?? ''))
let turn = 0

function lane() {
  const next = lanes[turn++ % lanes.length]
  if (!next) throw new Error('no lane')
  return next
}

async function answer(method: string, address: string): Promise<string> {
  const { pathname, searchParams } = new URL(address, 'http://floor')
  const [, place = '', ...rest] = pathname.split('/')
  const answers = { ...crmFloor(company), ...marketFloor }
  const found = answers[`${method} /${place}`]
  if (!found) throw new Error(`the floor has no ${method} ${pathname}`)
  const [row] = await found(lane(), { rest, search: searchParams })
  return `{"success":true,"data":${row?.wire}}`
}

createServer((request, response) => {
  request.resume()
  if (request.url === '/ready') return void response.end()
  answer(request.method ?? 'GET', request.url ?? '/').then(
    body => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    error => response.writeHead(500).end(String(error)),
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
