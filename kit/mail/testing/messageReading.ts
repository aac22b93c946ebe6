import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { type MessageReader, openMessageReader, type RawMessage } from '../messageReader.ts'
import type { ParsedMessage } from '../parsedMessage.ts'

/** A reader in a folder of its own. After each test its messages are discarded, and nothing may be left of them. */
export async function openTestReader() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mail-in-'))
  const reader = await openMessageReader(folder)
  const raws: RawMessage[] = []
  afterEach(async () => {
    for (const raw of raws.splice(0)) await raw.discard()
    expect(await readdir(folder)).toEqual([])
  })
  afterAll(async () => {
    await reader.close()
    await rm(folder, { recursive: true })
  })

  async function read(source: string | Buffer, by: MessageReader = reader): Promise<ParsedMessage> {
    const raw = await by.receive(piecesOf(typeof source === 'string' ? Buffer.from(source, 'latin1') : source))
    raws.push(raw)
    return by.read(raw)
  }

  return { folder, reader, raws, read }
}

async function* piecesOf(source: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < source.length; at += 50_000) yield source.subarray(at, at + 50_000)
}

/** A message line by line, a byte for each character. */
export const lines = (...given: string[]) => `${given.join('\r\n')}\r\n`

export const HEAD = [
  'From: Ann <ann@example.org>',
  'To: acme@crm.example',
  'Subject: Hello',
  'Message-ID: <1@example.org>',
]
