import { expect, test } from 'vitest'
import { freePort, startBenchServer } from '../benchServer.ts'
import { loadDropBox } from './dropBoxLoad.ts'

/* The short form of `npm run mail-load`. */
test('every message that was accepted is there once, though the server is killed and started again', async () => {
  const mailPort = await freePort()
  const server = await startBenchServer({ PORTICO_SMTP_IN_PORT: String(mailPort), PORTICO_LOG_LEVEL: 'silent' })
  try {
    const report = await loadDropBox(server, mailPort, { messages: 60, connections: 4 })

    expect(report).toMatchObject({ messages: 60, lost: [], twice: [], attachments: { sent: 6, kept: 6 } })
  } finally {
    await server.stop()
  }
})
