import { failure } from '../api/failure.ts'
import type { ByteRange } from './fileStore.ts'

/** Both ends, inside the file. */
export function boundRange(range: ByteRange, size: number): { start: number; end: number } {
  checkRange(range)
  if (range.start >= size) throw outside()
  return { start: range.start, end: Math.min(range.end ?? size - 1, size - 1) }
}

export function checkRange({ start, end = start }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) throw outside()
}

export function outside(): Error {
  return failure('invalid', 'The range is outside the file')
}
