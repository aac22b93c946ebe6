import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { removeDraftsOf } from '../books/draftStore.ts'
import { dropPictures } from '../books/pictures.ts'
import { anonymizeAccount, hasOpenSale, lockAddress, removeRowsOf, removeUnsoldBooks } from './eraseStore.ts'

/**
 * Deletes what is known about a person. Books they sold or bought stay, without their name: the other side and the
 * ledger need them. Refused while a sale is under way.
 */
export async function eraseAccount(sql: Sql, id: string, now: Date): Promise<void> {
  const email = await lockAddress(sql, id)
  await dropPictures(sql, [...(await removeUnsoldBooks(sql, id, now)), ...(await removeDraftsOf(sql, id))])
  // Asked after the books were taken off sale: a checkout that was faster has committed by now and is seen.
  if (await hasOpenSale(sql, id))
    throw failure('conflict', 'A sale of yours is still under way; finish or cancel it first')
  await removeRowsOf(sql, id, email ?? '')
  await anonymizeAccount(sql, id, now)
}
