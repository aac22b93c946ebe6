import type { Sql } from '@portico/kit/database/sql'
import type { PurgedIds } from '../../base/records/lifecycle.ts'

/** The pictures of persons, but for those a merge has handed on to somebody else. */
export async function removePictures(sql: Sql, companyId: number, ids: PurgedIds) {
  const pictures = await sql<{ file_key_128: string; file_key_512: string }[]>`
    delete from crm.picture f using crm.person p
    where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and f.company_id = p.company_id and f.id = p.picture_id
      and not exists (select from crm.person q where q.company_id = p.company_id and q.picture_id = f.id and q.id <> all(${ids}::bigint[]))
    returning f.file_key_128, f.file_key_512`
  return pictures.flatMap(picture => [{ key: picture.file_key_128 }, { key: picture.file_key_512 }])
}
