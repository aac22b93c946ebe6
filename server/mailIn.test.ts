import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendBySmtp } from '@portico/kit/mail/testing/sendBySmtp'
import { smtpClient } from '@portico/kit/mail/testing/smtpClient'
import { freePort } from '@portico/kit/testing/freePort'
import { expect, test } from 'vitest'
import { doctor } from './commands/doctor.ts'
import { readConfig } from './config/readConfig.ts'
import { takeMailPort } from './start/takeMailPort.ts'
import { scratchFolder } from './testing/scratch.ts'
import { startTestServer } from './testing/startTestServer.ts'

const mailPort = await freePort()
const portico = await startTestServer({ PORTICO_SMTP_IN_PORT: String(mailPort) })

test('mail to the first company is stored by the port that the setting names, and counted', async () => {
  const answer = await sendBySmtp(mailPort, {
    from: 'cora@customer.example',
    to: 'my-company@crm.example',
    subject: 'Hello',
    text: 'text',
    messageId: '<1@customer.example>',
  })

  expect(answer).toMatch(/^250 /)
  const found = await portico.sql`select subject from crm.mail_message where mime_id = '<1@customer.example>'`
  expect(found).toEqual([{ subject: 'Hello' }])
  const metrics = await (await fetch(`${portico.origin}/metrics`)).text()
  expect(metrics).toContain('portico_mail_in_total{outcome="stored"} 1')
})

test('the port greets with the host of the server and offers no STARTTLS without a certificate', async () => {
  const client = await smtpClient(mailPort)

  expect(await client.answer()).toMatch(/^220 localhost .*Portico/)
  expect(await client.say('EHLO client.example')).toMatch(/SIZE 30000000/)
  client.socket.destroy()
})

test('a port that is taken, or a certificate that cannot be used, is one line that names the setting', async () => {
  const folder = await scratchFolder()
  const file = join(folder, 'nonsense.pem')
  await writeFile(file, 'nonsense')
  const files = (path: string) => ({ PORTICO_SMTP_IN_CERT: path, PORTICO_SMTP_IN_KEY: path })

  await expect(takeMailPort(configOf({}))).rejects.toThrow(
    `PORTICO_SMTP_IN_PORT: Port ${mailPort} is taken by another program`,
  )
  await expect(takeMailPort(configOf(files(join(folder, 'none.pem'))))).rejects.toThrow('PORTICO_SMTP_IN_CERT:')
  await expect(takeMailPort(configOf(files(file)))).rejects.toThrow('do not fit')
})

test('the doctor knows the port for one of ours', async () => {
  const lines: string[] = []
  const { log } = console
  console.log = (line: string) => void lines.push(line)
  try {
    await doctor({ ...configOf({}), port: portico.server.port, databaseUrl: portico.databaseUrl })
  } finally {
    console.log = log
  }

  expect(lines.find(line => line.includes('Mail in'))).toContain(`127.0.0.1:${mailPort} is served by Portico`)
})

function configOf(settings: Record<string, string>) {
  return readConfig({ PORTICO_SMTP_IN_PORT: String(mailPort), PORTICO_DATA_DIR: portico.dataDirectory, ...settings })
}
