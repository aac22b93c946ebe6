import { createSocket } from 'node:dgram'
import { afterAll, expect, test } from 'vitest'
import { resolveByDns } from './resolveNames.ts'

const A = 1
const AAAA = 28
const RECORDS: Record<string, { type: number; data: number[] }[]> = {
  'both.example': [
    { type: A, data: [93, 184, 216, 34] },
    { type: A, data: [10, 0, 0, 1] },
    { type: AAAA, data: [0x26, 6, 0x47, 0, ...Array<number>(11).fill(0), 1] },
  ],
  'old.example': [{ type: A, data: [93, 184, 216, 34] }],
}

/** A DNS server that knows the names above. */
const dns = createSocket('udp4', (query, from) => {
  const end = query.indexOf(0, 12) + 5
  const type = query.readUInt16BE(end - 4)
  const records = RECORDS[nameIn(query)]
  const answers = (records ?? []).filter(record => record.type === type)
  const header = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    records ? 0x80 : 0x83,
    0,
    1,
    0,
    answers.length,
    0,
    0,
    0,
    0,
  ])
  const bodies = answers.map(({ data }) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]))
  dns.send(Buffer.concat([header, query.subarray(12, end), ...bodies]), from.port, from.address)
})
await new Promise<void>(resolve => dns.bind(0, '127.0.0.1', resolve))
afterAll(() => void dns.close())
const resolve = resolveByDns([`127.0.0.1:${dns.address().port}`])

test('all addresses of both families', async () => {
  expect(await resolve('both.example')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ])
})

test('those of one family when there are no others', async () => {
  expect(await resolve('old.example')).toEqual([{ address: '93.184.216.34', family: 4 }])
})

test.each(['unknown.example', 'localhost'])('ENOTFOUND for %s, which DNS does not know', async name => {
  await expect(resolve(name)).rejects.toMatchObject({ code: 'ENOTFOUND', syscall: 'queryA' })
})

function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; query[at]; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  return labels.join('.').toLowerCase()
}
