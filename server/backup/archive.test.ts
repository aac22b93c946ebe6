import { execFile } from 'node:child_process'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.ts'
import { readArchive } from './readArchive.ts'
import { BLOCK, parsePax, parseTarHeader, tarHeader } from './tar.ts'
import { writeArchive } from './writeArchive.ts'

const folder = await scratchFolder()
const AT = new Date('2026-11-15T04:00:00Z')
const LONG_NAME = `files/${'k'.repeat(150)}`
const CONTENT = {
  'manifest.json': '{}',
  empty: '',
  'database/crm.deal/000001': 'x'.repeat(100_000),
  [LONG_NAME]: 'long',
}

async function anArchive(name: string): Promise<string> {
  const path = join(folder, name)
  await writeArchive(path, { at: AT, replace: true }, async archive => {
    for (const [entry, text] of Object.entries(CONTENT)) await archive.add(entry, Buffer.from(text))
  })
  return path
}

async function readAll(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, body } of readArchive(path)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    found[name] = Buffer.concat(chunks).toString()
  }
  return found
}

test('what was written is read again', async () => {
  const found = await readAll(await anArchive('whole.tar.gz'))

  expect(found).toEqual(CONTENT)
})

test('an archive made without the tar package is read: plain headers, long names and names with accents', async () => {
  const found = await readAll(packageFolder(import.meta.url, 'testing', 'fixtures', 'hand-made-headers.tar.gz'))

  expect(found).toEqual({ ...CONTENT, [`files/${'é'.repeat(60)}`]: 'accents' })
})

test.each([
  ['files/short', 5],
  ['files/empty', 0],
  [`files/${'é'.repeat(60)}`, 5],
  [`${'folder/'.repeat(40)}deep`, 5],
  ['k'.repeat(101), 5],
  ['files/eleven octal digits', 8 ** 11 - 1],
  ['files/more than eleven octal digits', 8 ** 11],
  ['files/a terabyte', 2 ** 40],
])('the header of %s with %i bytes is read as it was written', (name, size) => {
  const bytes = tarHeader(name, size, AT)
  const first = parseTarHeader(bytes.subarray(0, BLOCK))
  const pax = first?.isPax ? parsePax(bytes.subarray(BLOCK, BLOCK + first.size)) : undefined

  expect(parseTarHeader(bytes.subarray(-BLOCK), pax)).toEqual({ name, size, isPax: false })
})

test('entries that are not read are skipped', async () => {
  const names: string[] = []
  for await (const { name } of readArchive(await anArchive('skipped.tar.gz'))) names.push(name)

  expect(names).toEqual(Object.keys(CONTENT))
})

test('tar lists it like any other', async () => {
  const { stdout } = await promisify(execFile)('tar', ['tzf', await anArchive('tar.tar.gz')])

  expect(stdout.trim().split('\n')).toEqual([...Object.keys(CONTENT), 'end.json'])
})

test.each([0.1, 0.5, 0.9, 0.999])('a file cut off at %f of its length is refused', async share => {
  const path = await anArchive('cut.tar.gz')
  const { length } = await readFile(path)
  await truncate(path, Math.floor(length * share))

  const reading = readAll(path).then(Object.keys)
  await expect(reading).rejects.toThrow('is not a whole backup')
})

test('one changed byte is found, also when it was packed again', async () => {
  const path = await anArchive('changed.tar.gz')
  const bytes = gunzipSync(await readFile(path))
  bytes[bytes.indexOf('xxxx')] = 0x79
  await writeFile(path, gzipSync(bytes))

  await expect(readAll(path)).rejects.toThrow('is damaged')
})

test('a file that was never a backup is refused', async () => {
  const path = join(folder, 'letter.txt')
  await writeFile(path, 'Dear Sir or Madam')

  await expect(readAll(path)).rejects.toThrow('is not a backup of Portico')
  await expect(readAll(join(folder, 'nowhere'))).rejects.toThrow('There is no file')
})

test('nothing is left behind when writing fails', async () => {
  const path = join(folder, 'failed.tar.gz')
  const failing = writeArchive(path, { at: AT }, async archive => {
    await archive.add('first', Buffer.from('1'))
    throw new Error('the database went away')
  })

  await expect(failing).rejects.toThrow('the database went away')
  expect((await readdir(folder)).filter(name => name.startsWith('failed'))).toEqual([])
})

test('a file of that name stays as it is, also when it appears in the meantime; replaced only when asked', async () => {
  const path = join(folder, 'taken.tar.gz')
  const fill = async (archive: { add(name: string, bytes: Uint8Array): Promise<void> }) => {
    await archive.add('one', Buffer.from('1'))
    await writeFile(path, 'of somebody else')
  }

  await expect(writeArchive(path, { at: AT }, fill)).rejects.toMatchObject({ code: 'EEXIST' })

  expect(await readFile(path, 'utf8')).toBe('of somebody else')
  expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  await writeArchive(path, { at: AT, replace: true }, fill)
  expect((await readFile(path)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
})
