import type { CountryFilter, Disclosures } from '../config.ts'
import { spellingsOfCountry } from '../countries.ts'

/** The part of the SDK's query builder that is used. */
export interface ZkQueryBuilder<Done> {
  gte(key: 'age', value: number): ZkQueryBuilder<Done>
  in(key: 'nationality' | 'issuing_country', countries: string[]): ZkQueryBuilder<Done>
  out(key: 'nationality' | 'issuing_country', countries: string[]): ZkQueryBuilder<Done>
  bind(key: 'custom_data', value: string): ZkQueryBuilder<Done>
  done(): Done
}

/** What is asked, with every spelling of a country: the circuits compare letters, and know only Germany's `D<<`. */
export interface ZkWanted {
  minAge: number
  nationality?: Spelled
  issuingState?: Spelled
}
type Spelled = { included: readonly string[]; excluded?: never } | { excluded: readonly string[]; included?: never }

export function zkWanted({ minAge, nationality, issuingState }: Disclosures): ZkWanted {
  return {
    minAge,
    ...(nationality && { nationality: spelled(nationality) }),
    ...(issuingState && { issuingState: spelled(issuingState) }),
  }
}

function spelled(filter: CountryFilter): Spelled {
  if (filter.included) return { included: filter.included.flatMap(spellingsOfCountry) }
  return { excluded: filter.excluded.flatMap(spellingsOfCountry) }
}

/** Says to the SDK what the configuration asks. Page and server both call it, so they cannot disagree. */
export function askFor<Done>(builder: ZkQueryBuilder<Done>, wanted: ZkWanted, sessionId: string): Done {
  let query = builder.gte('age', wanted.minAge)
  if (wanted.nationality?.included) query = query.in('nationality', [...wanted.nationality.included])
  if (wanted.nationality?.excluded) query = query.out('nationality', [...wanted.nationality.excluded])
  if (wanted.issuingState?.included) query = query.in('issuing_country', [...wanted.issuingState.included])
  if (wanted.issuingState?.excluded) query = query.out('issuing_country', [...wanted.issuingState.excluded])
  return query.bind('custom_data', sessionId).done()
}

/** The same query as a list of calls, for the process that has the SDK. */
export function stepsFor(wanted: Disclosures, sessionId: string): readonly (readonly unknown[])[] {
  return askFor(recorder([]), zkWanted(wanted), sessionId)
}

function recorder(steps: readonly (readonly unknown[])[]): ZkQueryBuilder<readonly (readonly unknown[])[]> {
  const noting =
    (name: string) =>
    (...given: unknown[]) =>
      recorder([...steps, [name, ...given]])
  return { gte: noting('gte'), in: noting('in'), out: noting('out'), bind: noting('bind'), done: () => steps }
}
