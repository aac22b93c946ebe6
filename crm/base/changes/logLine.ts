import type { Author } from './author.ts'

/** Who changed what kind of record, how, and what is to be remembered about it. */
export function logLine(
  author: Author,
  entity: string,
  { facts, bulk = author.bulk }: { facts?: object; bulk?: boolean },
): Record<string, unknown> {
  const { actor, call } = author
  return withoutNulls({
    company_id: actor.companyId,
    actor_id: actor.userId,
    // `api` is what the column says by itself.
    source: actor.source === 'api' ? undefined : actor.source,
    user_agent: call.request.headers.get('user-agent')?.slice(0, 300),
    entity: entity === 'app_user' ? 'user' : entity,
    facts,
    correlation_id: call.requestId,
    bulk,
  })
}

/** Columns that are left out get their default. */
export function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const name in values) if (values[name] !== null && values[name] !== undefined) given[name] = values[name]
  return given
}
