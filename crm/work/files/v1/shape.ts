import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Link = nullable(Type.Integer())
const Text = nullable(Type.String())

/** A file in v1, the one form files have. */
export const FileV1 = named(
  'File',
  Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer({ description: 'Who uploaded or linked it' }),
    deal_id: Link,
    person_id: Link,
    org_id: Link,
    product_id: Link,
    activity_id: Link,
    lead_id: Text,
    project_id: Link,
    add_time: Type.String(),
    update_time: Type.String(),
    file_name: Type.String({ description: 'The name it came with' }),
    file_type: Type.String({ description: 'img, pdf, doc, …; gdoc, gsheet, … for files kept by Google' }),
    file_size: Type.Integer({ description: 'Bytes; 0 for remote files' }),
    active_flag: Type.Boolean({ description: 'false when the file is deleted' }),
    inline_flag: Type.Boolean(),
    remote_location: nullable(Type.String({ description: 'Where the file is kept when it is not kept here' })),
    remote_id: Text,
    cid: Text,
    s3_bucket: Text,
    mail_message_id: Text,
    mail_template_id: Text,
    deal_name: Text,
    person_name: Text,
    org_name: Text,
    product_name: Text,
    lead_name: Text,
    project_name: Text,
    url: Type.String({ description: 'Where to fetch the file, or to open it when it is a remote one' }),
    name: Type.String({ description: 'The name people see' }),
    description: Type.String(),
  }),
)

export type FileV1 = Static<typeof FileV1>
