import { failure } from '@portico/kit/api/failure'
import { DateText, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { lockCompany } from '../../../base/access/companyLockStore.ts'
import { app } from '../../../base/api/operation.ts'
import { makeSamples } from '../makeSamples.ts'
import { removeSamples } from '../removeSamples.ts'
import { firstSight, forgetMarks, samplesLeft } from '../store.ts'

const FirstSight = Type.Object({
  is_empty: Type.Boolean({ description: 'The caller sees no deal, lead, person, organization or product' }),
  has_samples: Type.Boolean({ description: 'Some of those that the caller sees are sample data' }),
})
export type FirstSight = Static<typeof FirstSight>

const getSampleData = app({
  route: 'GET /sample-data',
  summary: 'Get whether there is anything to see yet, and whether sample data is among it',
  reply: FirstSight,
  cost: 2,
  run: (_, crm) => firstSight(crm),
})

const addSampleData = app({
  route: 'POST /sample-data',
  summary: 'Add an invented set of records to look around with, in one transaction',
  rights: ['sales_admin'],
  body: { today: optional({ ...DateText, description: 'The day where the caller is, which its dates are around' }) },
  reply: Type.Object({ added: Type.Integer() }),
  status: 201,
  cost: 100,
  async run({ body }, crm) {
    await lockCompany(crm)
    const there = Object.values(await samplesLeft(crm)).some(ids => ids.length > 0)
    if (there) throw failure('conflict', 'Sample data is there already: DELETE /app/api/sample-data removes it')
    await forgetMarks(crm)
    const made = await makeSamples(crm, body?.today ?? crm.now.toISOString().slice(0, 10))
    return { added: Object.values(made).reduce((sum, ids) => sum + ids.length, 0) }
  },
})

const deleteSampleData = app({
  route: 'DELETE /sample-data',
  summary: 'Delete what is left of the sample data, changed or not, and nothing else',
  rights: ['sales_admin'],
  reply: Type.Object({ removed: Type.Integer() }),
  cost: 100,
  async run(_, crm) {
    await lockCompany(crm)
    return { removed: await removeSamples(crm) }
  },
})

export const samples = [getSampleData, addSampleData, deleteSampleData]
