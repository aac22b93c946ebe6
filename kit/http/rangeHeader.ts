/** Both ends count. */
export interface AskedRange {
  start: number
  end: number
}

/**
 * What a request wants of a file: a range, all of it (undefined), or nothing that is there. One range is understood;
 * whoever asks for several, or in another unit, gets the whole file, as RFC 9110 allows. A range that is meant for
 * another version of the file (`If-Range`) is not taken either.
 */
export function askedRange(headers: Headers, size: number, etag: string): AskedRange | 'outside' | undefined {
  const header = headers.get('range')
  const forVersion = headers.get('if-range')
  if (header === null || (forVersion !== null && forVersion !== etag)) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'outside' : { start, end }
}
