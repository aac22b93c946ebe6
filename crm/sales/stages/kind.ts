import { type Recent, textsById } from '../../base/records/recent.ts'
import { StageV1 } from './shapes.ts'
import { stagesOfIds } from './store.ts'
import { stageColumnsV1 } from './wire.ts'

const recent: Recent = {
  item: 'stage',
  logged: 'stage',
  shape: StageV1,
  show: async (crm, ids) => textsById(await stagesOfIds(crm, ids, stageColumnsV1), row => row.wire),
}

export const stageKind = { recent }
