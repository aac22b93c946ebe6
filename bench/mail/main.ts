import { freePort, startBenchServer } from '../benchServer.ts'
import { sendBadMail } from './badMail.ts'
import { startDovecot } from './dovecot.ts'
import { loadDropBox } from './dropBoxLoad.ts'
import { loadImap } from './imapLoad.ts'

/** `npm run mail-load`: all parts; with a word, that one. */
const [part = 'all'] = process.argv.slice(2)
const PARTS = ['all', 'drop-box', 'imap', 'bad-mail']
if (!PARTS.includes(part)) {
  console.error(`npm run mail-load [-- ${PARTS.slice(1).join(' | ')}]`)
  process.exit(2)
}
const isWanted = (name: string) => part === 'all' || part === name

const mailPort = await freePort()
const server = await startBenchServer({
  PORTICO_SMTP_IN_PORT: String(mailPort),
  PORTICO_PRIVATE_TARGETS: 'allow',
  PORTICO_LOG_LEVEL: 'error',
})
const wrong: string[] = []
try {
  if (isWanted('drop-box')) {
    const { lost, twice, ...report } = await loadDropBox(server, mailPort, { messages: 1000, connections: 8 })
    console.log('drop-box', { ...report, lost: lost.length, twice: twice.length })
    if (lost.length > 0) wrong.push(`accepted and not there: ${lost.slice(0, 10).join(' ')}`)
    if (twice.length > 0) wrong.push(`there more than once: ${twice.slice(0, 10).join(' ')}`)
    if (report.attachments.kept !== report.attachments.sent) wrong.push('attachments are missing')
  }
  if (isWanted('imap')) {
    const dovecot = await startDovecot()
    if (dovecot) {
      const report = await loadImap(server, dovecot, 500).finally(() => dovecot.stop())
      console.log(`imap (dovecot ${dovecot.version})`, report)
      if (report.lost > 0 || report.twice > 0) wrong.push('messages of the account are lost or there twice')
    } else console.log('imap: dovecot is not installed (Debian: apt-get install dovecot-imapd), nothing was measured')
  }
  if (isWanted('bad-mail')) console.table(await sendBadMail(server, mailPort))
} finally {
  await server.stop()
}
if (wrong.length > 0) console.log(wrong.join('\n'))
process.exit(wrong.length > 0 ? 1 : 0)
