import { failure } from '@portico/kit/api/failure'
import { Id, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { v2 } from '../../../base/api/operation.ts'
import { timeV2 } from '../../../base/records/time.ts'
import { requirePerson } from '../../../contacts/persons/store.ts'
import { type Erasure, findErasure } from '../erasureStore.ts'
import { forgetPerson } from '../forget.ts'
import { idsOfPerson } from '../personStore.ts'
import { streamOf } from '../streamOf.ts'
import { personalData } from '../told.ts'

const params = { id: Id }

const Forgotten = Type.Object({
  person_id: Type.Integer(),
  state: oneOf(['running', 'done'], { description: 'running: the person is gone, texts are still gone through' }),
  add_time: Type.String(),
  finish_time: nullable(Type.String()),
})

const getPersonalData = v2({
  route: 'GET /persons/{id}/personalData',
  summary: 'Get everything that is stored about a person, for whoever asks to be told',
  scopes: ['exports:full'],
  rights: ['sales_admin'],
  params,
  reply: Type.Unknown(),
  whole: true,
  cost: 80,
  async run({ params: { id } }, crm) {
    const { services, actor, call, now } = crm
    await requirePerson(crm, id)
    const ids = await idsOfPerson(crm.sql, actor.companyId, id)
    await services.database.write(sql => auditCall({ ...crm, sql }, 'personal_data_told', id))
    const asked = { companyId: actor.companyId, userId: actor.userId, requestId: call.requestId }
    return new Response(streamOf(personalData(services, asked, ids, now)), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="person-${id}.json"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})

const forget = v2({
  route: 'POST /persons/{id}/forget',
  summary: 'Forget a person: erase everything that is stored about them, for good',
  description: 'Cannot be undone. docs/crm/personal-data.md says what goes and what stays.',
  scopes: ['exports:full'],
  rights: ['sales_admin'],
  params,
  body: { confirm_name: Type.String({ maxLength: 255, description: 'The name of the person, as it is stored' }) },
  reply: Forgotten,
  status: 202,
  cost: 100,
  run: async ({ params, body }, crm) => showErasure(await forgetPerson(crm, params.id, body.confirm_name)),
})

const getForget = v2({
  route: 'GET /persons/{id}/forget',
  summary: 'Get how far the erasure of a forgotten person is',
  scopes: ['exports:full'],
  rights: ['sales_admin'],
  params,
  reply: Forgotten,
  cost: 1,
  async run({ params }, crm) {
    const erasure = await findErasure(crm, params.id)
    if (!erasure) throw failure('missing', 'No person of this id was forgotten')
    return showErasure(erasure)
  },
})

function showErasure({ person_id, state, add_time, finish_time }: Erasure): Static<typeof Forgotten> {
  return { person_id, state, add_time: timeV2(add_time), finish_time: finish_time && timeV2(finish_time) }
}

export const personalDataOperations = [getPersonalData, forget, getForget]
