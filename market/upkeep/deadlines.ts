import type { MarketServices } from '../api/context.ts'
import { moveBook } from '../books/move.ts'
import { followUp } from '../checkout/endSale.ts'
import { daysBefore } from '../days.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { readSettings } from '../settings/store.ts'
import { listOverdueBooks, markReminded } from './store.ts'

/** Sellers who have not dropped off a book are reminded once; after as long again the sale is over. */
export function checkDeadlines(services: MarketServices) {
  return async (): Promise<void> => {
    const now = services.now()
    const { dropOffDays } = await services.database.read(readSettings)
    const due = daysBefore(now, dropOffDays)
    await endLapsed(services, due, now)
    await remind(services, due, dropOffDays, now)
  }
}

/** Counted from the reminder: nobody loses a sale because the server was down when it should have been sent. */
async function endLapsed(services: MarketServices, remindedBefore: Date, now: Date): Promise<void> {
  const late = await services.database.read(sql => listOverdueBooks(sql, remindedBefore))
  for (const book of late)
    await services.database.write(async sql => {
      // Asked again as it moves: by now it may be dropped off, or in another sale.
      const onlyIf = { verified: false, remindedBefore }
      const order = { book, move: 'lapse', mover: 'system', by: null, now, onlyIf } as const
      const moved = await moveBook(sql, order)
      if (moved) await followUp(sql, order, moved)
    })
}

async function remind(services: MarketServices, soldBefore: Date, dropOffDays: number, now: Date): Promise<void> {
  await services.database.write(async sql => {
    const late = await markReminded(sql, soldBefore, now)
    const events = late.map(({ book, name, seller, purchase }) =>
      marketEvent('dropOffDue', `${purchase} ${book}`, { account: seller }, { book, name, dropOffDays }),
    )
    await notify(sql, now, events)
  })
}
