import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** A `PictureV1` for `crm.person p` with `crm.picture picture` left-joined, null when there is none. */
export function pictureV1(origin: string): Fragment {
  return sql`case when picture.id is null then null else json_build_object('id', picture.id, 'value', picture.id,
    'item_type', 'person', 'item_id', p.id, 'active_flag', true, 'add_time', crm.time_v1(picture.add_time),
    'update_time', crm.time_v1(coalesce(picture.update_time, picture.add_time)), 'added_by_user_id', picture.added_by,
    'pictures', ${pictureUrls(origin)}) end`
}

/** Where both sizes can be fetched; the id of the picture is in the address, so that a new picture has a new one. */
export function pictureUrls(origin: string): Fragment {
  const url = (size: number) =>
    sql`${`${origin}/v1/persons/`}::text || p.id || ${`/picture/${size}?picture_id=`}::text || picture.id`
  return sql`json_build_object('128', ${url(128)}, '512', ${url(512)})`
}
