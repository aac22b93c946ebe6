import type { Actor } from '../../base/access/actor.ts'
import type { LogLine } from '../../base/changes/logReaderStore.ts'

/** Set-up of a company that is in the log and no kind of record: fields (`dealField`), exchange rates, mail templates. */
const SETTINGS = /^(\w+Field|currency|mail_template)$/

/**
 * What of the set-up has changed, for the web app, which shows it; everybody in the company may know of it. Mail, which is
 * no record of the feed, is told of in the same way: that there is something new in one's own mailbox, or in a shared
 * thread, never what. Of the private mail of others nobody hears.
 */
export function settingsIn({ source, userId }: Pick<Actor, 'source' | 'userId'>, lines: readonly LogLine[]): string[] {
  if (source !== 'app') return []
  return lines
    .filter(({ entity, mailboxOf, isShared }) => SETTINGS.test(entity) || mailboxOf === userId || isShared)
    .map(({ entity }) => entity)
}
