import type { Crm } from '../../../base/api/context.ts'

/** The JSON text of the company's add-ons. */
export async function findAddons({ sql, actor }: Crm): Promise<string> {
  const [company] = await sql<{ addons: string }[]>`
    select (select coalesce(json_agg(json_build_object('code', code)), '[]')
      from jsonb_array_elements_text(coalesce(c.settings -> 'addons', '[]')) code)::text as addons
    from crm.company c where c.id = ${actor.companyId}`
  return company?.addons ?? '[]'
}
