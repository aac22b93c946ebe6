import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { failure, isFailure } from '../api/failure.ts'
import type { Carrier, Envelope } from './carrier.ts'

/** Writes each message as a `.eml` file, which any mail program opens. A file appears whole or not at all. */
export function openOutbox(directory: string, log: (line: string) => void = () => {}, now: () => Date): Carrier {
  const place = resolve(directory)
  let told = false
  let count = 0
  return { place, carry, check }

  async function carry(envelope: Envelope): Promise<void> {
    if (!told) log(`No SMTP_URL is set: mail is not sent but written to ${place}`)
    told = true
    await write(`${nextName()}.eml`, await render(envelope))
  }

  async function check(): Promise<void> {
    const name = `.check-${randomBytes(8).toString('hex')}`
    await write(name, Readable.from([Buffer.from('portico')]))
    await rm(join(place, name), { force: true })
  }

  /** Sorts by time, then by order within this process; the end keeps two processes apart. */
  function nextName(): string {
    const time = now().toISOString().replace(/[-:]/g, '')
    const order = String(count++ % 1_000_000).padStart(6, '0')
    return `${time}-${order}-${randomBytes(4).toString('hex')}`
  }

  async function write(name: string, bytes: Readable): Promise<void> {
    const temporary = join(place, `.${name}.part`)
    try {
      await mkdir(place, { recursive: true, mode: 0o700 })
      await writeDurably(temporary, bytes)
      await rename(temporary, join(place, name))
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      // Said by whoever gives the bytes of an attachment.
      if (isFailure(error)) throw error
      const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
      throw failure('unavailable', `Mail cannot be written to ${place}${code}`)
    }
  }
}

async function writeDurably(path: string, bytes: Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of bytes) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The message as it would go to a mail server, made as it is read: it may have large files with it. */
async function render(envelope: Envelope): Promise<Readable> {
  const { createTransport } = await import('nodemailer')
  const { message } = await createTransport({ streamTransport: true, newline: 'windows' }).sendMail(envelope)
  if (!(message instanceof Readable)) throw new Error('the message was not rendered as a stream')
  // The library says an error once and then nothing; this one remembers it for whoever reads it later.
  return pipeline(message, new PassThrough(), () => {})
}
