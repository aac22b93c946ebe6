import { createServer } from 'node:http'
import { connect } from '@portico/kit/database/connect'

/**
 * The floor: what the same database gives when nothing stands between it and HTTP. No sign-in, no access rules, no
 * validation, no change log, no log line; the JSON is built by PostgreSQL and passed on.
 */
const company = Number(process.env.COMPANY_ID)
const lanes = Array.from({ length: 8 }, () => connect(process.env.DATABASE_URL ?? ''))
let turn = 0

function lane() {
  const next = lanes[turn++ % lanes.length]
  if (!next) throw new Error('no lane')
  return next
}

async function answer(method: string, path: string): Promise<string> {
  const sql = lane()
  if (method === 'POST') {
    const [row] =
      await sql`insert into bench.bare (title, value) values ('A new deal', 1200) returning row_to_json(bare)::text as wire`
    return `{"success":true,"data":${row?.wire}}`
  }
  const [, id] = /^\/deals\/(\d+)$/.exec(path) ?? []
  if (id) {
    const [row] =
      await sql`select row_to_json(w)::text as wire from (select * from bench.deal_wire where company_id = ${company} and id = ${Number(id)}) w`
    return `{"success":true,"data":${row?.wire}}`
  }
  const [row] = await sql`
    select json_agg(w)::text as wire from (select * from bench.deal_wire where company_id = ${company} order by id limit 100) w`
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
