import { isFailure } from '@portico/kit/api/failure'
import { openThreads, type Threads } from '@portico/kit/jobs/threads'
import { type Body, type CleanBody, cleanBody, uncleanedBody } from './cleanMail.ts'

/** Cleaning takes a moment for what people write, and minutes for what somebody makes to take long. */
const LIMITS = { most: 2, seconds: 5, heapMegabytes: 256 }

/** Opened with the first message; idle threads keep no process alive. */
let threads: Threads<Body, CleanBody> | undefined

/**
 * Cleans the body of a message from elsewhere beside everything else this process does: anybody may send one. What takes
 * too long to be cleaned is shown as its text and kept whole as an attachment.
 */
export async function cleanInThread({ text, html }: Body): Promise<CleanBody> {
  // From the sources, as in tests, there is no compiled file that a thread could run.
  if (html === null || import.meta.url.endsWith('.ts')) return cleanBody({ text, html })
  threads ??= openThreads(new URL('./cleanThread.js', import.meta.url), LIMITS)
  try {
    return await threads.run({ text, html })
  } catch (error) {
    if (isFailure(error) && (error.code === 'timeout' || error.code === 'too_large'))
      return uncleanedBody({ text, html })
    throw error
  }
}
