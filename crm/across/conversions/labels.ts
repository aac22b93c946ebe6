import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { type Label, labelsOfLeads } from './store.ts'

/** Labels of leads and of deals are different lists; a conversion carries over those that have the same name. */
interface Carried<Id> {
  ids: Id[]
  /** Names that the other list does not know. */
  lost: string[]
}

export async function dealLabelsFor(crm: Crm, leadLabels: readonly string[]): Promise<Carried<number>> {
  return carry(await labelsOfLeads(crm), leadLabels, await labelsOfDeals(crm))
}

export async function leadLabelsFor(crm: Crm, dealLabels: readonly number[]): Promise<Carried<string>> {
  return carry(await labelsOfDeals(crm), dealLabels, await labelsOfLeads(crm))
}

function carry<From, To>(from: readonly Label<From>[], ids: readonly From[], to: readonly Label<To>[]): Carried<To> {
  const byName = new Map(to.map(label => [label.name.toLowerCase(), label.id]))
  const names = from.filter(label => ids.includes(label.id)).map(label => label.name)
  return {
    ids: names.flatMap(name => byName.get(name.toLowerCase()) ?? []),
    lost: names.filter(name => !byName.has(name.toLowerCase())),
  }
}

async function labelsOfDeals(crm: Crm): Promise<Label<number>[]> {
  const options = (await fieldsOf(crm, 'deal')).byKey.get('label_ids')?.options ?? []
  return options.map(({ id, label }) => ({ id, name: label }))
}
