import { fieldRefused } from './builders.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/** What tests of tasks ask, as the owner unless another user is named. */
export function taskCalls({ owner, sql }: TestCrm) {
  return {
    taskOf: async (id: number, user: TestUser = owner) => (await user.call('GET', `/v2/tasks/${id}`)).body.data,
    statusOf: async (path: string, user: TestUser = owner) => (await user.call('GET', path)).status,
    refused: (method: string, path: string, body?: object) => fieldRefused(owner, method, path, body),
    idsOf: async (path: string): Promise<number[]> =>
      (await owner.call('GET', path)).body.data.map(({ id }: { id: number }) => id),
    logOf: async (id: number) => sql`
      select action, before, bulk, facts from crm.change where entity = 'task' and entity_id = ${String(id)} order by seq`,
  }
}
