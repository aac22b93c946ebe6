import type { Crm } from '../../base/api/context.ts'

/** The reasons for losing a deal that a company offers; anything else can be written too. */
export async function findLostReasons({ sql, actor }: Crm): Promise<string[]> {
  const [found] = await sql<{ reasons: string[] | null }[]>`
    select settings -> 'lost_reasons' as reasons from crm.company where id = ${actor.companyId}`
  return found?.reasons ?? []
}

export async function storeLostReasons({ sql, actor }: Crm, reasons: readonly string[]): Promise<void> {
  await sql`
    update crm.company set settings = settings || jsonb_build_object('lost_reasons', ${JSON.stringify(reasons)}::text::jsonb)
    where id = ${actor.companyId}`
}
