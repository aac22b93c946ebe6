import { fstatSync, statSync } from 'node:fs'

/** Writes a text and a line end to standard output; false when no person can read it there. */
export async function print(text: string): Promise<boolean> {
  const isRead = !leadsNowhere(process.stdout.fd)
  const isWritten = await write(`${text}\n`)
  return isRead && isWritten
}

/** A reader that has gone, or a full disk, is no reason to end the process. */
function write(text: string): Promise<boolean> {
  return new Promise(resolve => {
    process.stdout.on('error', () => resolve(false))
    try {
      process.stdout.write(text, error => resolve(!error))
    } catch {
      resolve(false)
    }
  })
}

/** Node opens /dev/null in the place of a standard output that was closed when it started. */
function leadsNowhere(fd: number): boolean {
  try {
    const found = fstatSync(fd)
    return found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev
  } catch {
    return true
  }
}
