import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@portico/kit/testing/freePort'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runPortico } from '../testing/portico.ts'
import { runHere } from '../testing/runHere.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { mountSmallDisk } from '../testing/smallDisk.ts'

/* Some as a process of their own: what a person sees there is the line and nothing of the log. */

const folder = await scratchFolder()
const oneLine = (text: RegExp) => expect.stringMatching(new RegExp(`^portico: [^\n]*${text.source}[^\n]*\n$`))
const given = async () => ({
  PORT: String(await freePort()),
  PORTICO_DATA_DIR: join(folder, 'data'),
  PORTICO_LOG_LEVEL: 'error',
})

test.each(['1', '2'])('a taken port, for %s worker', async PORTICO_WORKERS => {
  const settings = { ...(await given()), DATABASE_URL: inject('postgresUrl'), PORTICO_WORKERS }
  const taker = createServer().listen(Number(settings.PORT), '127.0.0.1')
  onTestFinished(() => void taker.close())

  const { code, stdout, stderr } = await runPortico(['serve'], settings)
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `portico: Port ${settings.PORT} is taken by another program\n`,
  })
})

test.each([
  ['nobody listens there', 'postgres://u:hush@127.0.0.1:1/portico', /nothing answers there/],
  ['there is no such host', 'postgres://u:hush@no-such-host.invalid/portico', /there is no such host/],
])('a DATABASE_URL where %s', async (_, url, reason) => {
  const { code, stderr } = await runHere(['serve'], { ...(await given()), DATABASE_URL: url })

  expect(code).toBe(1)
  expect(stderr).toEqual(oneLine(reason))
  expect(stderr).not.toContain('hush')
})

test('a DATABASE_URL of a database that is not there', async () => {
  const url = inject('postgresUrl').replace(/\/[^/?]*(\?|$)/, '/no_such_database$1')
  const { code, stderr } = await runPortico(['serve'], { ...(await given()), DATABASE_URL: url })

  expect(code).toBe(1)
  expect(stderr).toEqual(oneLine(/there is no such database/))
})

test('a data directory that is a file', async () => {
  const path = join(folder, 'file')
  await writeFile(path, 'precious')

  const { code, stderr } = await runHere(['serve'], { ...(await given()), PORTICO_DATA_DIR: path })
  expect(code).toBe(1)
  expect(stderr).toEqual(oneLine(/it is not a directory/))
  expect(await readFile(path, 'utf8')).toBe('precious')
})

test.skipIf(process.getuid?.() === 0)('a data directory this user may not write to', async () => {
  const path = join(folder, 'closed')
  await mkdir(path)
  await chmod(path, 0o500)

  const { code, stderr } = await runHere(['serve'], { ...(await given()), PORTICO_DATA_DIR: path })
  expect(code).toBe(1)
  expect(stderr).toEqual(oneLine(/this user may not write there/))
})

test.for([
  ['is read-only', 'ro', /the file system is read-only/],
  ['is full', 'size=2m', /(the disk is full|could not be made: .*(No space left|could not (write|extend|create)))/],
] as const)('a data directory on a disk that %s', async ([name, options, reason], { skip }) => {
  const disk = await mountSmallDisk(join(folder, name), options)
  if (!disk) return skip('SKIPPED: this user may not mount a disk')

  const { code, stderr } = await runPortico(['serve'], { ...(await given()), PORTICO_DATA_DIR: join(disk, 'data') })

  expect(code).toBe(1)
  expect(stderr).toEqual(oneLine(reason))
})

test('settings that are wrong, one line each', async () => {
  const { code, stderr } = await runHere(['serve'], { PORT: 'x', PORTICO_DATADIR: '/srv' })

  expect(code).toBe(1)
  expect(stderr).toBe(
    'portico: PORTICO_DATADIR is not a setting; did you mean PORTICO_DATA_DIR?\n' +
      'portico: PORT must be a port from 1 to 65535\n',
  )
})

test('the doctor says what is wrong and what to do', async () => {
  const settings = {
    ...(await given()),
    DATABASE_URL: 'postgres://u@127.0.0.1:1/portico',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  const taker = createServer().listen(Number(settings.PORT), '127.0.0.1')
  onTestFinished(() => void taker.close())

  const { code, stdout } = await runHere(['doctor'], settings)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^ok {4}Node/m)
  expect(stdout).toMatch(/^WRONG Database .*nothing answers there/m)
  expect(stdout).toMatch(/^WRONG Port .*taken by another program: end it, or set PORT/m)
  expect(stdout).toMatch(/^note {2}Files/m)
  expect(stdout).toMatch(/^WRONG Mail/m)
})

test.each(['not there', 'empty'])('the doctor makes nothing in a data directory that is %s', async state => {
  const path = join(folder, `doctor ${state}`)
  if (state === 'empty') await mkdir(path)

  const { code, stdout } = await runHere(['doctor'], { ...(await given()), PORTICO_DATA_DIR: path })

  expect(stdout).toMatch(/^note {2}Database +an embedded PostgreSQL is made in .* at the first start$/m)
  expect(stdout).toMatch(/^note {2}Files/m)
  expect(code).toBe(0)
  expect(await readdir(path).catch(() => 'not there')).toEqual(state === 'empty' ? [] : 'not there')
})
