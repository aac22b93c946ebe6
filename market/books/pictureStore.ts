import type { Sql } from '@portico/kit/database/sql'
import { LIMITS } from '../limits.ts'

/** False when the book is in a sale, or would have too many pictures. */
export async function attachPictures(sql: Sql, bookId: string, ownerId: string, pictures: string[]): Promise<boolean> {
  const changed = await sql`
    update market.book set pictures = pictures || ${pictures}
    where id = ${bookId} and owner_id = ${ownerId} and deleted_at is null and status in (0, 5)
      and cardinality(pictures) + ${pictures.length} <= ${LIMITS.pictures}
    returning id`
  return changed.length > 0
}

/** False when the book is in a sale. */
export async function detachPicture(sql: Sql, bookId: string, picture: string): Promise<boolean> {
  const changed = await sql`
    update market.book set pictures = array_remove(pictures, ${picture})
    where id = ${bookId} and status in (0, 5) and deleted_at is null returning id`
  return changed.length > 0
}
