import { type Recent, textsById } from '../../base/records/recent.ts'
import { stagesOfIds } from './store.ts'
import { StageV1 } from './v1/shape.ts'
import { stageColumnsV1 } from './v1/wire.ts'

const recent: Recent = {
  item: 'stage',
  logged: 'stage',
  shape: StageV1,
  show: async (crm, ids) => textsById(await stagesOfIds(crm, ids, stageColumnsV1), row => row.wire),
}

export const stageKind = { recent }
