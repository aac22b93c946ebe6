import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { FileStore } from '../fileStore.ts'
import { openFileStore } from '../openFileStore.ts'
import type { UploadOptions } from '../readUpload.ts'

/** A file store of its own for each test of a file. */
export function uploadStore() {
  let directory: string
  let store: FileStore
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portico-upload-'))
    store = await openFileStore('disk', directory)
  })
  afterEach(() => rm(directory, { recursive: true }))

  return {
    get directory() {
      return directory
    },
    get store() {
      return store
    },
    limits(options: Partial<UploadOptions> = {}): UploadOptions {
      return { store, maxFileBytes: 100_000, maxFiles: 3, maxFieldBytes: 100, ...options }
    },
    async storedKeys(): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of store.list()) keys.push(key)
      return keys
    },
  }
}

/** A part of a form; the closing boundary is left to the caller. */
export function part(disposition: string, content: string): string {
  return `--BOUND\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}
