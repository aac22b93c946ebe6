import { addJob } from '@portico/kit/jobs/jobs'
import { expect } from 'vitest'
import type { Reply, TestCrm, TestUser } from './startTestCrm.ts'

/** How a file is sent, where it differs from the plain case. */
export interface Sent {
  user?: TestUser
  name?: string
  field?: string
  headers?: Record<string, string>
}

/** Ways to upload files to a test CRM as a browser or curl does, and to look into its store. */
export function fileCalls(crm: TestCrm) {
  async function send(body: FormData | string, { user = crm.owner, headers = {} }: Sent = {}): Promise<Reply> {
    const response = await fetch(`${crm.origin}/v1/files`, {
      method: 'POST',
      headers: { 'x-api-token': user.token, ...headers },
      body,
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  function upload(content: string | Uint8Array, fields: Record<string, unknown> = {}, sent: Sent = {}): Promise<Reply> {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
    const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
    form.set(sent.field ?? 'file', blob, sent.name ?? 'offer.txt')
    return send(form, sent)
  }

  async function allJobsDone(): Promise<void> {
    const waiting = async () => (await crm.sql`select count(*)::int as n from graphile_worker.jobs`)[0]?.n
    await expect.poll(waiting).toBe(0)
  }

  return {
    send,
    upload,
    async aFile(fields: Record<string, unknown> = {}, user = crm.owner, content = 'Zażółć gęślą jaźń') {
      const { status, body } = await upload(content, fields, { user })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.data
    },
    download: (id: number, user = crm.owner) =>
      fetch(`${crm.origin}/v1/files/${id}/download`, { headers: { 'x-api-token': user.token } }),
    async keysInStore(): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of crm.files.list()) keys.push(key)
      return keys
    },
    allJobsDone,
    async run(task: string): Promise<void> {
      await addJob(crm.sql, task, {})
      await allJobsDone()
    },
  }
}
