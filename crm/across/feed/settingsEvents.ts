import type { Actor } from '../../base/access/actor.ts'
import type { LogLine } from '../../base/changes/logReaderStore.ts'

/** Set-up of a company that is in the log and no kind of record: fields (`dealField`), exchange rates. */
const SETTINGS = /^(\w+Field|currency)$/

/** What of the set-up has changed, for the web app, which shows it; everybody in the company may know of it. */
export function settingsIn({ source }: Actor, lines: readonly LogLine[]): string[] {
  return source === 'app' ? lines.map(({ entity }) => entity).filter(entity => SETTINGS.test(entity)) : []
}

/** What somebody in the web app may do: what is offered on the screen follows it. Programs are refused when they try. */
export function rightsOf({ source, rights, isProjectsAdmin }: Actor): string {
  return source === 'app' ? `${[...rights].sort()} ${isProjectsAdmin}` : ''
}
