import { failure } from '../api/failure.ts'

/** For the one who runs the server: one line that says what is wrong with the directory. */
export function describeDiskError(error: unknown, directory: string): unknown {
  const reason = reasonOf(error)
  return reason ? failure('unavailable', `The files directory ${directory} ${reason}`) : error
}

/** For the one who uses it: a plain sentence, with the reason for the log only. */
export function diskFailure(error: unknown, directory: string): unknown {
  const reason = reasonOf(error)
  if (!reason) return error
  const log = `The files directory ${directory} ${reason}`
  return failure('unavailable', 'Files cannot be stored or read at the moment', { log })
}

const REASONS: Record<string, string> = {
  EROFS: 'is read-only',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is over its disk quota',
  EFBIG: 'is over the allowed file size',
  EIO: 'cannot be read or written: the disk reports an error',
  ENOTDIR: 'has a file in its path where a directory belongs',
  EEXIST: 'has a file in its path where a directory belongs',
  ENOENT: 'has been removed while in use',
  EMFILE: 'cannot be used: too many open files',
  ENFILE: 'cannot be used: too many open files',
}

/** Errors that are not of the disk (the sender went away, say) have no reason here and stay as they are. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return REASONS[error.code]
}
