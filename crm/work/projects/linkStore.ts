import { joined } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { LINK_LISTS, LINKED, type LinkList, type Links, linkedIds, NO_LINKS } from './links.ts'

export async function readLinks(crm: Crm, projectId: number): Promise<Links> {
  if (crm.gather) return crm.gather.call('links of project', projectId, ids => readLinksOfEach(crm, ids))
  const [links = NO_LINKS] = await readLinksOfEach(crm, [projectId])
  return links
}

async function readLinksOfEach({ sql, actor }: Crm, projectIds: readonly number[]): Promise<Links[]> {
  const lists = joined(
    LINK_LISTS.map(list => sql`${linkedIds(list, 'p')} as ${sql(list)}`),
    ', ',
  )
  const rows = await sql<(Links & { id: number })[]>`
    select p.id, ${lists} from crm.project p where p.company_id = ${actor.companyId} and p.id = any(${projectIds}::bigint[])`
  const found = new Map(rows.map(({ id, ...links }) => [id, links]))
  return projectIds.map(id => found.get(id) ?? NO_LINKS)
}

/**
 * Refuses a new link to what is not there or what the caller may not see, naming the list. A project keeps the links it
 * has, even to what is gone or out of sight by now. What is linked anew is not purged until the transaction ends.
 */
export async function checkLinks(crm: Crm, before: Links, after: Links): Promise<void> {
  const { sql, actor } = crm
  for (const list of LINK_LISTS) {
    const { entity } = LINKED[list]
    const added = after[list].filter(id => !before[list].includes(id))
    if (added.length === 0) continue
    const there = await sql<{ id: number }[]>`
      select r.id from crm.${sql(entity)} r where r.company_id = ${actor.companyId} and r.id = any(${added}::bigint[])
        and not r.is_deleted and ${maySee(actor, entity, 'r')} order by r.id for key share of r`
    const known = new Set(there.map(row => row.id))
    const missing = added.find(id => !known.has(id))
    if (missing !== undefined) throw doesNotExist(list, missing)
  }
}

/** Stores the lists that differ, each as a whole. */
export async function storeLinks(crm: Crm, projectId: number, before: Links, after: Links): Promise<void> {
  const { sql, actor } = crm
  for (const list of LINK_LISTS) {
    const { table, column } = LINKED[list]
    if (after[list].join() === before[list].join()) continue
    await sql`delete from crm.${sql(table)} where company_id = ${actor.companyId} and project_id = ${projectId}`
    const rows = after[list].map((id, nr) => ({
      company_id: actor.companyId,
      project_id: projectId,
      [column]: id,
      nr: nr + 1,
    }))
    if (rows.length > 0) await sql`insert into crm.${sql(table)} ${sql(rows)}`
  }
}

/** For a merge: projects that are about one record are about another from now on, and their history says so. */
export async function relinkProjects(crm: Crm, list: LinkList, id: number, into: number): Promise<void> {
  const { sql, actor } = crm
  const { table, column } = LINKED[list]
  const projects = await sql<{ id: number }[]>`
    select p.id from crm.project p join crm.${sql(table)} l on l.company_id = p.company_id and l.project_id = p.id
    where p.company_id = ${actor.companyId} and l.${sql(column)} = ${id} order by p.id for update of p`
  for (const project of projects) {
    const before = await readLinks(crm, project.id)
    const after = { ...before, [list]: [...new Set(before[list].map(linked => (linked === id ? into : linked)))] }
    await updateRecord(crm, 'project', project.id, {}, { bulk: true, beside: { before, after } })
    await storeLinks(crm, project.id, before, after)
  }
}
