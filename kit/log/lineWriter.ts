import { write, writeSync } from 'node:fs'

export interface LineWriter {
  write(line: string): void
  /** Writes what waits, at once. Happens by itself when the process ends. */
  finish(): void
}

const FULL = 16_000
const LONGEST_WAIT_MS = 200
const MAX_WAITING = 4_000_000

/**
 * Writes lines to an open file in the background, many at once, so that nobody waits for a terminal. What cannot be
 * written (the terminal was closed, the disk is full, the reader sleeps) is dropped: a log must neither end a server
 * nor eat its memory.
 */
export function lineWriter(fd: number): LineWriter {
  let waiting = ''
  let isWriting = false
  let timer: NodeJS.Timeout | undefined
  let isFirst = true

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (isWriting || waiting === '') return
    isWriting = true
    writeAll(Buffer.from(waiting))
    waiting = ''
  }

  function writeAll(bytes: Buffer) {
    write(fd, bytes, (error, written) => {
      // Standard error is a pipe whose reader is slow.
      if (error?.code === 'EAGAIN') return void setTimeout(writeAll, LONGEST_WAIT_MS, bytes)
      if (!error && written < bytes.length) return writeAll(bytes.subarray(written))
      isWriting = false
      if (waiting !== '') timer ??= setTimeout(flush, LONGEST_WAIT_MS).unref()
    })
  }

  function finish() {
    try {
      if (waiting !== '') writeSync(fd, waiting)
    } catch {}
    waiting = ''
  }

  return {
    finish,
    write(line) {
      if (waiting.length > MAX_WAITING) return
      if (isFirst) process.once('exit', finish)
      isFirst = false
      waiting += line
      if (waiting.length >= FULL) flush()
      else timer ??= setTimeout(flush, LONGEST_WAIT_MS).unref()
    },
  }
}
