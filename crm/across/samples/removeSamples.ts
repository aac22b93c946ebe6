import type { Crm } from '../../base/api/context.ts'
import { removeOrganization } from '../../contacts/organizations/write.ts'
import { removePerson } from '../../contacts/persons/write.ts'
import { removeDeal } from '../../sales/deals/write.ts'
import { removeLead } from '../../sales/leads/write.ts'
import { removeProduct } from '../../sales/products/write.ts'
import { removeActivity } from '../../work/activities/write.ts'
import { removeNote } from '../../work/notes/write.ts'
import { markConverted, samplesLeft, unmarkMerged } from './store.ts'

const bulk = { bulk: true }

/**
 * Deletes what is left of the sample, whatever was changed about it, and nothing else: what people have added stays,
 * though it may name a record that is gone. Like all deleted records those of the sample can be brought back for 30 days.
 */
export async function removeSamples(crm: Crm): Promise<number> {
  await markConverted(crm)
  await unmarkMerged(crm)
  const { activity, note, deal, lead, person, organization, product } = await samplesLeft(crm)
  for (const id of activity) await removeActivity(crm, id, bulk)
  for (const id of note) await removeNote(crm, id, bulk)
  for (const id of deal) await removeDeal(crm, id, bulk)
  for (const id of lead) await removeLead(crm, id, bulk)
  for (const id of person) await removePerson(crm, id, bulk)
  for (const id of organization) await removeOrganization(crm, id, bulk)
  for (const id of product) await removeProduct(crm, id, bulk)
  return [activity, note, deal, lead, person, organization, product].reduce((sum, ids) => sum + ids.length, 0)
}
