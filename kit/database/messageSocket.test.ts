import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { messageSocket } from './messageSocket.ts'

const ROW = 'D'
const COPIED = 'd'

test('whole messages are told, in order, however they arrive', async () => {
  const messages = [0, 1, 3, 4_000, 70_000, 10, 200_000, 65_531, 65_536, 3_000_000, 1, 0, 5, 1_500_000, 2].map(
    (bytes, at) => message(ROW, bytes, at),
  )
  for (const piece of [977, 4_001, 65_536, 4_000_000]) {
    const told: Buffer[] = []
    const socket = await receiving(inPieces(Buffer.concat(messages), piece))
    socket.on('data', (bytes: Buffer) => told.push(...wholeMessages(bytes)))

    await once(socket, 'close')

    expect(told.map(bytes => bytes.length)).toEqual(messages.map(bytes => bytes.length))
    expect(Buffer.concat(told).equals(Buffer.concat(messages))).toBe(true)
  }
})

test('a head that is cut in two is waited for', async () => {
  const whole = Buffer.concat([message(ROW, 3, 1), message(ROW, 4, 2)])
  const socket = await receiving(
    [1, 2, 3, 4, 5, 6, 9, 12].map((from, at, all) => whole.subarray(all[at - 1] ?? 0, from)).concat(whole.subarray(12)),
  )
  const told: Buffer[] = []
  socket.on('data', (bytes: Buffer) => told.push(...wholeMessages(bytes)))

  await once(socket, 'close')

  expect(Buffer.concat(told).equals(whole)).toBe(true)
})

test('copied rows stay as they are when more is read', async () => {
  const first = message(COPIED, 100, 1)
  const socket = await receiving([first, message(ROW, 100, 2), message(ROW, 60_000, 3)])
  const kept: Buffer[] = []
  socket.on('data', (bytes: Buffer) => kept.push(bytes))

  await once(socket, 'close')

  expect(kept[0]?.subarray(0, first.length).equals(first)).toBe(true)
})

test('rows as bytes stay as they are when more is read, and are the bytes of their texts', async () => {
  const sql = connect(inject('postgresUrl'))
  onTestFinished(() => sql.end())

  const rows =
    await sql`select repeat('ä' || n, 3000) as text, null as nothing, n from generate_series(1, 40) n`.bytes()

  expect(rows.map(row => row.map(column => column?.toString()))).toEqual(
    Array.from({ length: 40 }, (_, n) => [`ä${n + 1}`.repeat(3000), undefined, String(n + 1)]),
  )
  await expect(sql`select 1 / 0`.bytes()).rejects.toThrow('division by zero')
  expect(await sql`select 1 where false`.bytes()).toEqual([])
})

test('answers of megabytes and of bytes follow each other on one connection', async () => {
  const sql = connect(inject('postgresUrl'))
  onTestFinished(() => sql.end())
  const lengths = [1, 5_000_000, 2, 70_000, 1_200_000, 3, 900_000, 1]

  const answers = await Promise.all(lengths.map(length => sql`select repeat('x', ${length}::int) as text`))

  expect(answers.map(([row]) => row?.text.length)).toEqual(lengths)
})

function message(letter: string, bytes: number, fill: number): Buffer {
  const made = Buffer.alloc(5 + bytes, fill)
  made.write(letter)
  made.writeUInt32BE(4 + bytes, 1)
  return made
}

/** Fails unless the bytes are messages and nothing else. */
function wholeMessages(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + bytes.readUInt32BE(at + 1)
    expect(at + length).toBeLessThanOrEqual(bytes.length)
    messages.push(Buffer.from(bytes.subarray(at, at + length)))
    at += length
  }
  return messages
}

function inPieces(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
    bytes.subarray(n * length, (n + 1) * length),
  )
}

/** A socket that is sent these pieces, one after the other, and is then closed. */
async function receiving(pieces: readonly Buffer[]) {
  const server = createServer(async peer => {
    peer.setNoDelay(true)
    for (const piece of pieces) {
      if (!peer.write(piece)) await once(peer, 'drain')
      if (pieces.length < 20) await sleep(2)
    }
    peer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return messageSocket({ host: ['127.0.0.1'], port: [port] })
}
