import { failure } from '@portico/kit/api/failure'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { pictureUrls } from '../pictureWire.ts'
import type { Picture } from './shape.ts'

export async function findPicture({ sql, actor, services }: Crm, personId: number): Promise<Picture> {
  const [found] = await sql<{ wire: Picture }[]>`
    select json_build_object('id', picture.id, 'item_type', 'person', 'item_id', p.id, 'added_by_user_id', picture.added_by,
      'active_flag', true, 'file_size', picture.file_size, 'pictures', ${pictureUrls(services.origin)}) as wire
    from crm.person p join crm.picture picture on picture.company_id = p.company_id and picture.id = p.picture_id
    where p.company_id = ${actor.companyId} and p.id = ${personId} and ${maySee(actor, 'person', 'p')}`
  if (!found) throw failure('missing', 'Picture not found')
  return found.wire
}
