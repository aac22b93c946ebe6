import { v2 } from '../../../base/api/operation.ts'
import { duplicating } from '../duplicate.ts'

const duplicateDeal = v2({
  route: 'POST /deals/{id}/duplicate',
  summary: 'Duplicate a deal; answered as in v1, as clients of both versions expect',
  cost: 5,
  ...duplicating,
})

export const dealDuplicateV2 = [duplicateDeal]
