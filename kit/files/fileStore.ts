/**
 * Stores the bytes of files. Names, types and owners are in the database; the store knows keys only.
 * Bytes are streamed both ways and never held whole in memory.
 *
 * @example
 * const store = await openFileStore('disk', './data')
 * const { size, sha256 } = await store.put(newFileKey(), stream, { limit: 50_000_000 })
 */
export interface FileStore {
  /** Where the files are, for the log and the doctor; holds no secret. */
  readonly place: string
  /** A key is written once. Over `limit` it fails with `too_large`; whatever fails leaves nothing under the key. */
  put(key: string, stream: ReadableStream<Uint8Array>, options: PutOptions): Promise<StoredFile>
  /** The stream must be read to its end or cancelled, it holds a file or a connection open. */
  get(key: string, range?: ByteRange): Promise<FoundFile | undefined>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** All files whose key starts with the prefix, in the order of their keys. */
  list(prefix?: string): AsyncIterable<ListedFile>
  /** Writes, reads back and removes a small file; throws one clear line if that does not work. */
  check(): Promise<void>
}

export interface PutOptions {
  /** Bytes. */
  limit: number
  type?: string
}

export interface StoredFile {
  size: number
  /** Hexadecimal. */
  sha256: string
}

export interface FoundFile {
  stream: ReadableStream<Uint8Array>
  /** Of the whole file, also when a range was asked for. */
  size: number
}

/** Both ends count, as in HTTP; without `end` to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface ListedFile {
  key: string
  size: number
}
