import type { MoveName } from '../books/moves.ts'

type LedgerAccount = 'due_from_buyer' | 'due_to_seller' | 'fee_expected' | 'fee_earned' | 'cash'

export interface Sale {
  ownerId: string
  buyerId: string
  priceCents: number
  feeCents: number
}

/**
 * What each move of a sold book does to the accounts. Every row adds up to zero: what is owed or received on one side
 * stands on the other as what is owed or earned.
 */
const POSTINGS: Partial<Record<MoveName, (price: number, fee: number) => Partial<Record<LedgerAccount, number>>>> = {
  checkout: (price, fee) => ({ due_from_buyer: price + fee, due_to_seller: -price, fee_expected: -fee }),
  cancel: (price, fee) => ({ due_from_buyer: -price - fee, due_to_seller: price, fee_expected: fee }),
  reject: (price, fee) => ({ due_from_buyer: -price - fee, due_to_seller: price, fee_expected: fee }),
  lapse: (price, fee) => ({ due_from_buyer: -price - fee, due_to_seller: price, fee_expected: fee }),
  charge: (price, fee) => ({ due_from_buyer: -price - fee, cash: price + fee }),
  refund: (price, fee) => ({ cash: -price - fee, due_to_seller: price, fee_expected: fee }),
  pay: (price, fee) => ({ cash: -price, due_to_seller: price, fee_expected: fee, fee_earned: -fee }),
}

export interface Entry {
  account: string
  /** Whom it concerns; nobody for the operator's own accounts. */
  party: string | null
  cents: number
}

/** None for a move that is no part of a sale. */
export function entriesOf(move: MoveName, sale: Sale): Entry[] {
  const posted = POSTINGS[move]?.(sale.priceCents, sale.feeCents) ?? {}
  return Object.entries(posted).map(([account, cents]) => ({ account, cents, party: partyOf(account, sale) }))
}

function partyOf(account: string, { ownerId, buyerId }: Sale): string | null {
  if (account === 'due_from_buyer') return buyerId
  if (account === 'due_to_seller') return ownerId
  return null
}
