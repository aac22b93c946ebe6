import { expect } from 'vitest'
import type { ColumnChoice } from '../across/imports/readRows.ts'
import { longChangeEnded } from './longChanges.ts'
import type { Reply, TestCrm, TestUser } from './startTestCrm.ts'

export interface UploadedFile {
  id: number
  columns: (ColumnChoice & { header: string; samples: string[] })[]
}

export const choicesOf = ({ columns }: UploadedFile): ColumnChoice[] =>
  columns.map(({ target, dates, numbers }) => ({ target, dates, numbers }))

/** Files as somebody brings them to be imported. */
export function importFiles(crm: TestCrm) {
  async function upload(user: TestUser, content: string | Uint8Array, name = 'people.csv') {
    const form = new FormData()
    form.set('file', new File([typeof content === 'string' ? content : Buffer.from(content)], name))
    const reply = await fetch(`${crm.origin}/app/api/imports`, {
      method: 'POST',
      headers: { 'x-api-token': user.token },
      body: form,
    })
    return { status: reply.status, body: await reply.json() } as Pick<Reply, 'status' | 'body'>
  }
  return {
    upload,
    /** Uploads and runs a file with its columns as they are guessed, and waits for its end. */
    async imported(user: TestUser, content: string | Uint8Array, existing = 'update') {
      const { body } = await upload(user, content)
      const run = await user.call('POST', `/app/api/imports/${body.data.id}/run`, {
        columns: choicesOf(body.data),
        existing,
      })
      expect(run.status).toBe(202)
      return longChangeEnded(user, 'imports', body.data.id)
    },
  }
}
