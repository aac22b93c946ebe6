import { failure } from '@portico/kit/api/failure'
import { openLog } from '@portico/kit/log/log'
import { expect, test } from 'vitest'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { performAs } from '../../base/api/jobContext.ts'
import { openFieldCatalog } from '../../base/fields/catalog.ts'
import { openStageCatalog } from '../../sales/stages/catalog.ts'
import { addField } from '../../testing/addField.ts'
import { anOrganization } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { UPSERTED } from '../upsert/kinds.ts'
import { eachAlone } from './eachAlone.ts'

const crm = await startTestCrm()
const services = {
  database: crm.database,
  fields: await openFieldCatalog(crm.database),
  stages: await openStageCatalog(crm.database),
  origin: crm.origin,
  log: { ...openLog('error'), error() {} },
} as unknown as CrmServices

const as = <T>(work: (part: Crm) => Promise<T>) =>
  performAs(services, { companyId: crm.owner.companyId, userId: crm.owner.userId, requestId: 'test' }, work)

const SPREAD = ['id', 'entity_id', 'seq', 'at', 'version']

/** Rows and lines of the log without what differs between any two records. */
function bare(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      SPREAD.includes(key) ? undefined : key.endsWith('_time') && inner !== null ? 'a time' : inner,
    ),
  )
}

type Kind = 'deal' | 'person' | 'organization'

async function stored(kind: Kind, ids: readonly number[]) {
  const rows: unknown[] = []
  for (const id of ids) {
    const record = await crm.sql`select * from crm.${crm.sql(kind)} where id = ${id}`
    const lines =
      await crm.sql`select * from crm.change where entity = ${kind} and entity_id = ${String(id)} order by seq`
    rows.push(bare([record, lines]))
  }
  return rows
}

test('records that are written together are stored and logged as those that are written alone', async () => {
  const { key: color } = await addField(crm.owner, 'person', 'varchar')
  const { id: org_id } = await anOrganization(crm.owner)
  const bodies: Record<Kind, { added: Record<string, unknown>[]; changed: Record<string, unknown>[] }> = {
    person: {
      added: [
        { name: 'Ann "quoted" \\ Bell', emails: [{ value: 'ann@example.com', label: 'work' }], org_id },
        { name: 'Zoë Größe', emails: [{ value: 'zoe@example.com', label: 'home' }], org_id },
        { name: 'Plain' },
        {
          first_name: 'With',
          last_name: 'Field',
          custom_fields: { [color]: 'red' },
          postal_address: { value: 'Street 1' },
        },
      ],
      changed: [
        { job_title: 'Boss', org_id: null },
        { job_title: null, org_id },
        { job_title: 'Boss', org_id: null },
        { custom_fields: { [color]: null } },
      ],
    },
    organization: {
      added: [{ name: 'One', annual_revenue: 15 }, { name: 'Two', annual_revenue: 1_000_000_000 }, { name: 'Three' }],
      changed: [{ name: 'One' }, { name: 'Two again' }, { website: 'https://example.com' }],
    },
    deal: {
      added: [
        { title: 'A', value: 0.1 },
        { title: 'B', value: 12345678.91 },
        { title: 'C', status: 'won', expected_close_date: '2026-12-31', org_id },
      ],
      changed: [
        { value: 7, status: 'lost', lost_reason: 'price' },
        { value: 8, status: 'lost', lost_reason: 'time' },
        { status: 'open' },
      ],
    },
  }
  for (const [kind, { added, changed }] of Object.entries(bodies) as [Kind, (typeof bodies)[Kind]][]) {
    const create = (part: Crm, body: Record<string, unknown>) => UPSERTED[kind].create(part, body)
    const alone: number[] = []
    for (const body of added) alone.push(await as(part => create(part, body)))
    const together = (await as(part => eachAlone(part, added, create))).map(outcome =>
      'done' in outcome ? outcome.done : 0,
    )
    expect(await stored(kind, together), kind).toEqual(await stored(kind, alone))

    for (const [at, body] of changed.entries()) await as(part => UPSERTED[kind].update(part, alone[at] ?? 0, body))
    await as(part =>
      eachAlone(part, changed, (one, body) => UPSERTED[kind].update(one, together[changed.indexOf(body)] ?? 0, body)),
    )
    expect(await stored(kind, together), kind).toEqual(await stored(kind, alone))
  }
})

test('what is refused by a rule or by the database is refused alone, wherever it stands', async () => {
  const titles = Array.from({ length: 9 }, (_, at) => `Refusal ${at}`)
  const outcomes = await as(part =>
    eachAlone(part, titles, async (one, title) => {
      const at = titles.indexOf(title)
      const id = await UPSERTED.deal.create(one, { title })
      if (at === 2 || at === 8) throw failure('invalid', `not ${title}`, { field: 'title' })
      if (at === 5) await one.sql`select 1 / ${0}::integer`
      return id
    }),
  )

  expect(outcomes.map(outcome => ('done' in outcome ? 'done' : outcome.refused))).toEqual(
    titles.map((title, at) =>
      at === 2 || at === 8 ? `not ${title}` : at === 5 ? 'A value does not fit its field' : 'done',
    ),
  )
  const kept = await crm.sql<{ title: string }[]>`select title from crm.deal where title like 'Refusal%' order by title`
  expect(kept.map(({ title }) => title)).toEqual(titles.filter((_, at) => ![2, 5, 8].includes(at)))
})
