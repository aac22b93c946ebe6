import { RolesApi } from 'pipedrive/v1'
import { PipelinesApi } from 'pipedrive/v2'
import { expect, test } from 'vitest'
import { findActor } from '../../../base/access/actorStore.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new RolesApi(owner.v1)
const pipelines = new PipelinesApi(owner.v2)

const role = (await client.addRole({ AddRoleRequest: { name: 'Partners' } })).data?.id ?? 0
const first = (await pipelines.getPipelines()).data?.[0]?.id ?? 0
const second = (await pipelines.addPipeline({ AddPipelineRequest: { name: 'Second' } })).data?.id ?? 0

const change = (visible_pipeline_ids: { add?: number[]; remove?: number[] }) =>
  client.updateRolePipelines({ id: role, PutRolePipelinesBody: { visible_pipeline_ids } })
const shown = async (visible: boolean) => (await client.getRolePipelines({ id: role, visible })).data

test('the client hides a pipeline from a role and shows it again; its users know', async () => {
  const user = await crm.colleague(owner, { roleId: role })
  const hiddenFrom = async (userId: number) =>
    (await crm.database.read(sql => findActor(sql, owner.companyId, userId)))?.hiddenPipelines
  expect((await client.getRolePipelines({ id: role })).data).toEqual({ pipeline_ids: [first, second], visible: true })

  expect((await change({ remove: [second, second] })).data).toEqual({ pipeline_ids: [first], visible: true })

  expect(await shown(true)).toEqual({ pipeline_ids: [first], visible: true })
  expect(await shown(false)).toEqual({ pipeline_ids: [second], visible: false })
  expect(await hiddenFrom(user.userId)).toEqual([second])
  expect(await hiddenFrom(owner.userId)).toEqual([])
  const [line] = await sql`select action, subject, detail from crm.audit order by id desc limit 1`
  expect(line).toEqual({
    action: 'role_changed',
    subject: `role ${role}`,
    detail: { shown_pipelines: [], hidden_pipelines: [second, second] },
  })

  await change({ remove: [second] })
  await change({ add: [second], remove: [first] })

  expect(await shown(true)).toEqual({ pipeline_ids: [second], visible: true })
  expect(await hiddenFrom(user.userId)).toEqual([first])
  await change({ add: [first] })
})

test('400 for pipelines of another company, for deleted ones, and for one that is both added and removed', async () => {
  const stranger = await crm.company()
  const theirs = (await new PipelinesApi(stranger.v2).getPipelines()).data?.[0]?.id ?? 0
  const gone = (await pipelines.addPipeline({ AddPipelineRequest: { name: 'Gone' } })).data?.id ?? 0
  await pipelines.deletePipeline({ id: gone })
  const put = (visible_pipeline_ids: object) =>
    owner.call('PUT', `/v1/roles/${role}/pipelines`, { visible_pipeline_ids })

  expect(await put({ remove: [theirs] })).toMatchObject({ status: 400, body: { field: 'visible_pipeline_ids.remove' } })
  expect(await put({ add: [theirs] })).toMatchObject({ status: 400, body: { field: 'visible_pipeline_ids.add' } })
  expect((await put({ remove: [gone] })).status).toBe(400)
  expect(await put({ add: [first], remove: [first] })).toMatchObject({
    status: 400,
    body: { error: `visible_pipeline_ids: ${first} is in add and in remove` },
  })
  expect((await owner.call('PUT', `/v1/roles/${role}/pipelines`, {})).status).toBe(400)
  expect(await shown(false)).toEqual({ pipeline_ids: [], visible: false })
})
