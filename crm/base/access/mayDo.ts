import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../api/context.ts'

/** What only admins of a company do: its fields, users, pipelines, settings. */
export function requireAdmin({ actor }: Crm): void {
  if (!actor.isAdmin) throw failure('forbidden', 'Only an admin of the company may do this')
}
