import { v1 } from '../../../base/api/operation.ts'
import { duplicating } from '../duplicate.ts'

const duplicateDeal = v1({
  route: 'POST /deals/{id}/duplicate',
  summary: 'Duplicate a deal: an open copy with its contacts, fields, products and participants',
  cost: 10,
  ...duplicating,
})

export const dealDuplicateV1 = [duplicateDeal]
