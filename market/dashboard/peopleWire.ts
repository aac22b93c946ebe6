import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'

/** A person as the staff sees them, without password hash and tokens. For a row `account` of market.account. */
export const PERSON = fragment`
  account.id as "_id", coalesce(account.email, '') as "emailAddress", account.first_name as "firstName",
  account.last_name as "lastName", account.university, account.mailbox as "CMC",
  account.payment_name as "venmoUsername", account.permission_type as "permissionType",
  account.suspended_at is not null as suspended, market.ms(account.created_at) as "createdDate"`

export const PERSON_COUNTS = fragment`
  (select count(*)::integer from market.book where book.owner_id = account.id and book.status = 3) as "numberOfBooksSold",
  (select count(*)::integer from market.book
   where book.buyer_id = account.id and book.status in (2, 3)) as "numberOfBooksBought",
  (select coalesce(sum(book.price_cents), 0) / 100::float8 from market.book
   where book.owner_id = account.id and book.status = 3) as "moneyMade"`

const personFields = {
  _id: Type.String(),
  emailAddress: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  university: Type.String(),
  CMC: Type.String(),
  venmoUsername: Type.String(),
  permissionType: Type.Integer(),
  suspended: Type.Boolean(),
  createdDate: Type.Integer(),
}

export const Person = Type.Object(personFields)

export const People = Type.Object({
  users: Type.Array(
    Type.Object({
      ...personFields,
      numberOfBooksSold: Type.Integer(),
      numberOfBooksBought: Type.Integer(),
      moneyMade: Type.Number(),
    }),
  ),
})
