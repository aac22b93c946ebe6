import type { FailureCode } from '../event.ts'

export interface PageOptions {
  /** Heading of the page. Default: the message `title`. */
  title?: string
  /** Language of the built-in texts when the visitor's is not in `messages`. Default `en`. */
  lang?: string
  /** Texts by language, as `{ de: { title: '…' } }`. What is missing is shown in English. */
  messages?: Readonly<Record<string, Partial<Messages>>>
}

export type Messages = { readonly [Key in keyof typeof ENGLISH]: string }

/** `{age}`, `{app}` and `{provider}` are replaced. */
export const ENGLISH = {
  title: 'Confirm your age',
  titleIdentity: 'Confirm who you are',
  intro: '{app} needs to know that you are at least {age}. Your name and your document stay on your phone.',
  introIdentity:
    '{app} needs to know that you are at least {age} and where your document is from. Your name and your document stay on your phone.',
  choose: 'Choose an app',
  providerSelf: 'Self',
  providerZk: 'ZKPassport',
  providerTest: 'Test',
  scan: 'Scan this code with your phone',
  scanHint: 'Open the camera of your phone and follow the link to {provider}.',
  qrLabel: 'QR code that opens {provider}',
  open: 'Open {provider}',
  otherDevice: 'Use another device instead',
  thisDevice: 'Open {provider} on this device',
  warning: 'Only scan a code that you opened yourself. Never scan one that somebody sent you.',
  testPass: 'Pass',
  testFail: 'Fail',
  waiting: 'Waiting for your phone…',
  starting: 'Starting…',
  scanned: 'Follow the steps on your phone…',
  proving: 'Your phone is preparing the proof…',
  checking: 'Checking…',
  done: 'Done. One moment…',
  doneClose: 'Done. You can close this window.',
  doneResend: 'Done. Please go back and send your form again.',
  retry: 'Try again',
  offline: 'The connection is lost. Trying again…',
  expired: 'This request has expired.',
  noScript: 'This page needs JavaScript to notice that you are done.',
  failed: 'That did not work.',
  failedMalformed: 'The app sent an answer that could not be read. Please try again.',
  failedSession: 'That answer belongs to a request that has ended. Please scan the new code.',
  failedProof: 'The proof could not be confirmed. Please try again.',
  failedScope: 'The proof was made for another website.',
  failedDate: 'The date on your phone seems to be wrong. Please set it and try again.',
  failedRoot: 'Your document is not registered with {provider} yet. Finish the set-up in the app and try again.',
  failedAge: 'The proof does not show that you are at least {age}.',
  failedNationality: 'Your nationality is not accepted here.',
  failedIssuingState: 'Documents of the state that issued yours are not accepted here.',
  failedDocument: 'This kind of document is not accepted here.',
  failedBusy: 'Many people are being checked right now. Please try again in a moment.',
  failedUnavailable: 'The check is not available right now. Please try again in a moment.',
  failedTimeout: 'The check took too long and was ended. Please try again.',
  failedDeclined: 'The request was declined on the phone.',
} as const

export const FAILURE_MESSAGES: Readonly<Record<FailureCode, keyof Messages>> = {
  malformed: 'failedMalformed',
  session: 'failedSession',
  proof: 'failedProof',
  scope: 'failedScope',
  date: 'failedDate',
  root: 'failedRoot',
  age: 'failedAge',
  nationality: 'failedNationality',
  issuing_state: 'failedIssuingState',
  document: 'failedDocument',
  busy: 'failedBusy',
  unavailable: 'failedUnavailable',
  timeout: 'failedTimeout',
  declined: 'failedDeclined',
}

/** The texts for a visitor, and the language they are in. */
export function messagesFor(page: PageOptions, acceptLanguage: string | null): { lang: string; messages: Messages } {
  const tables: Readonly<Record<string, Partial<Messages>>> = { en: {}, ...page.messages }
  const fallback = page.lang ?? 'en'
  const lang = [...languagesIn(acceptLanguage), fallback].map(wanted => tableFor(tables, wanted)).find(Boolean) ?? 'en'
  return { lang, messages: { ...ENGLISH, ...tables[lang] } }
}

/** `de-AT` is served by a table `de-AT`, else by `de`. */
function tableFor(tables: Readonly<Record<string, unknown>>, wanted: string): string | undefined {
  const named = (name: string) => Object.keys(tables).find(lang => lang.toLowerCase() === name.toLowerCase())
  return named(wanted) ?? named(wanted.split('-')[0] ?? '')
}

function languagesIn(acceptLanguage: string | null): string[] {
  return (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [lang = '', ...options] = part.trim().toLowerCase().split(';')
      const quality = options.map(option => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
      return { lang, quality: Number(quality ?? 1) }
    })
    .filter(({ lang, quality }) => /^[a-z]{2,3}(-[a-z0-9]+)*$/.test(lang) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ lang }) => lang)
}
