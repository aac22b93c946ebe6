import { createHash } from 'node:crypto'
import { parseSender } from './address.ts'

/**
 * The id of the message a job sends, the same each time the job runs. Jobs run at least once; a message that was sent
 * twice is recognised by its id, and most mail systems then show it once.
 *
 * @example messageIdFor(`market/confirm/${job.id}`, config.mailFrom)
 */
export function messageIdFor(job: string, from: string): string {
  const id = createHash('sha256').update(job).digest('hex').slice(0, 40)
  return `<${id}@${new URL(`http://${parseSender(from).address.split('@')[1]}`).hostname}>`
}
