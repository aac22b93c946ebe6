import type { BenchServer } from '../benchServer.ts'
import { watchAnswers } from './ordinaryCalls.ts'
import { openSender } from './sender.ts'

export interface BadMailReport {
  name: string
  answer: string
  seconds: number
  /** Of ordinary calls meanwhile. */
  slowestAnswerMs: number
}

const HEAD = 'From: eve@load.example\r\nTo: my-company@crm.example\r\nSubject: bad\r\n'
const MEGABYTE = 1_000_000

/** Messages that cost those who read them the most, each by its name. */
const BAD: Record<string, () => string> = {
  'an ordinary message': () => `${HEAD}\r\ntext`,
  '29 MB of empty lines': () => `${HEAD}\r\n${'\r\n'.repeat(14.5 * MEGABYTE)}`,
  '29 MB in one line': () => `${HEAD}\r\n${'x'.repeat(29 * MEGABYTE)}`,
  '29 MB of HTML': () => `${HEAD}Content-Type: text/html\r\n\r\n${'<p>x</p>\r\n'.repeat(2.9 * MEGABYTE)}`,
  '0.9 MB of HTML': () => `${HEAD}Content-Type: text/html\r\n\r\n${'<p>x</p>\r\n'.repeat(90_000)}`,
  '0.9 MB of nested HTML': () => `${HEAD}Content-Type: text/html\r\n\r\n${'<div>\r\n'.repeat(120_000)}`,
  '0.9 MB of less-than signs': () => `${HEAD}Content-Type: text/html\r\n\r\n${'<<<<<<<<\r\n'.repeat(90_000)}`,
  '250,000 parts': () =>
    `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(250_000)}`,
  '290 levels and 20 MB of boundaries': () =>
    `${HEAD}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${Array.from(
      { length: 290 },
      (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
    ).join('')}${'--b\r\n'.repeat(4 * MEGABYTE)}`,
  'a header of 10 MB': () => `${HEAD}X: ${'x '.repeat(5 * MEGABYTE)}\r\n\r\ntext`,
  '200 kB of addresses': () => `${HEAD}Cc: ${'"a" <a@b.example>, '.repeat(10_000)}\r\n\r\ntext`,
  '200 kB of encoded words': () => `${HEAD}Comments: ${'=?utf-8?Q?=C4=85?= '.repeat(10_000)}\r\n\r\ntext`,
  '20 MB in a Japanese charset': () =>
    `${HEAD}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'\x1b$B$3$s\x1b(B\r\n'.repeat(1.8 * MEGABYTE)}`,
}

export async function sendBadMail(server: BenchServer, mailPort: number): Promise<BadMailReport[]> {
  const reports: BadMailReport[] = []
  for (const [name, compose] of Object.entries(BAD)) {
    const raw = compose()
    const sender = openSender(mailPort)
    const answers = watchAnswers(server)
    const begun = performance.now()
    const answer = await sender
      .send({ raw, envelope: { from: 'eve@load.example', to: 'my-company@crm.example' } })
      .then(() => '250')
      .catch((error: unknown) =>
        error instanceof Error && 'responseCode' in error ? String(error.responseCode) : String(error),
      )
    const seconds = (performance.now() - begun) / 1000
    sender.close()
    reports.push({ name, answer, seconds, slowestAnswerMs: (await answers.stop()).slowest })
  }
  return reports
}
