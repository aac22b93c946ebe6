/** What a multipart form may hold. A route that takes one declares these, which is what lets its body past the default. */
export interface UploadLimits {
  maxFileBytes: number
  maxFiles: number
  maxFieldBytes: number
  /** 50 unless told. */
  maxFields?: number
}

export const MAX_FIELDS = 50
const PART_HEAD_BYTES = 16 * 1024

/** No more can be meant, so that what surrounds the parts cannot go on for ever. */
export function mostUploadBytes({
  maxFileBytes,
  maxFiles,
  maxFieldBytes,
  maxFields = MAX_FIELDS,
}: UploadLimits): number {
  return maxFiles * maxFileBytes + maxFields * maxFieldBytes + (maxFiles + maxFields + 1) * PART_HEAD_BYTES
}
