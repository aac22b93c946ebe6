import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/**
 * The tasks that are there, of `crm.task` under the given alias: a task is seen with its project, by everybody in the
 * company, until one of the two is deleted.
 */
export function isThere(alias: string): Fragment {
  return sql`(not ${sql(alias)}.is_deleted and ${isInProject(alias)})`
}

/** The same, deleted tasks among them. */
export function isInProject(alias: string): Fragment {
  const t = sql(alias)
  return sql`(select not project.is_deleted from crm.project project
    where project.company_id = ${t}.company_id and project.id = ${t}.project_id)`
}
