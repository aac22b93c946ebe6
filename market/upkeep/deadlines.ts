import type { House } from '../api/context.ts'
import { moveBook } from '../books/move.ts'
import { followUp } from '../checkout/endSale.ts'
import { daysBefore } from '../days.ts'
import { news, tell } from '../notices/tell.ts'
import { readSettings } from '../settings/settings.ts'

/** Sellers who have not dropped off a book are reminded once; after as long again the sale is over. */
export function keepDeadlines(house: House) {
  return async (): Promise<void> => {
    const now = house.now()
    const { dropOffDays } = await house.database.read(readSettings)
    const due = daysBefore(now, dropOffDays)
    await endLapsed(house, due, now)
    await remind(house, due, dropOffDays, now)
  }
}

/** Counted from the reminder: nobody loses a sale because the server was down when it should have been sent. */
async function endLapsed(house: House, remindedBefore: Date, now: Date): Promise<void> {
  const late = await house.database.read(
    sql => sql<{ id: string }[]>`
      select id from market.book where status = 1 and verified_at is null and reminded_at <= ${remindedBefore} order by id`,
  )
  for (const { id } of late)
    await house.database.write(async sql => {
      // Asked again as it moves: by now it may be dropped off, or in another sale.
      const onlyIf = { verified: false, remindedBefore }
      const order = { book: id, move: 'lapse', mover: 'system', by: null, now, onlyIf } as const
      const moved = await moveBook(sql, order)
      if (moved) await followUp(sql, order, moved)
    })
}

async function remind(house: House, soldBefore: Date, dropOffDays: number, now: Date): Promise<void> {
  await house.database.write(async sql => {
    const late = await sql<{ book: string; name: string; seller: string; purchase: string }[]>`
      update market.book set reminded_at = ${now}
      where status = 1 and verified_at is null and reminded_at is null and sold_at < ${soldBefore}
      returning id as book, name, owner_id as seller, purchase_id as purchase`
    const told = late.map(({ book, name, seller, purchase }) =>
      news('dropOffDue', `${purchase} ${book}`, { account: seller }, { book, name, dropOffDays }),
    )
    await tell(sql, now, told)
  })
}
