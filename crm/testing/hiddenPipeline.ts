import { expect, vi } from 'vitest'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/** A pipeline and one of its stages, by their ids. */
export interface Place {
  pipeline: number
  stage: number
}

/** Makes a pipeline with two stages that a user does not see because of their role. */
export async function aPipelineHiddenFrom(
  { owner, sql }: TestCrm,
  user: TestUser,
  { roleId, name }: { roleId: number; name: string },
): Promise<Place> {
  const { body } = await owner.call('POST', '/v2/pipelines', { name: `${name} pipeline` })
  const pipeline = body.data.id
  const stages: number[] = []
  for (const place of ['first', 'second']) {
    const made = await owner.call('POST', '/v2/stages', { name: `${name} ${place}`, pipeline_id: pipeline })
    stages.push(made.body.data.id)
  }
  await sql`insert into crm.role_hidden_pipeline (company_id, role_id, pipeline_id)
    values (${owner.companyId}, ${roleId}, ${pipeline})`
  // The server remembers who may see what for up to a second.
  await vi.waitFor(async () => expect((await user.call('GET', `/v2/pipelines/${pipeline}`)).status).toBe(404), 120_000)
  return { pipeline, stage: stages[0] ?? 0 }
}
