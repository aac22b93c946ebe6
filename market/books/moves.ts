/** The status of a book. 4 is not used. */
export const STATUS = { listed: 0, reserved: 1, charged: 2, delivered: 3, unlisted: 5 } as const

export type Status = (typeof STATUS)[keyof typeof STATUS]

export const STATUSES: readonly Status[] = Object.values(STATUS)

/** Who may make a move. `system` is a deadline that has passed. */
export type Mover = 'seller' | 'buyer' | 'admin' | 'owner' | 'system'

interface Move {
  from: Status
  to: Status
  by: readonly Mover[]
}

/** Every way a book may change its status; anything else is refused. */
export const MOVES = {
  checkout: { from: STATUS.listed, to: STATUS.reserved, by: ['buyer'] },
  cancel: { from: STATUS.reserved, to: STATUS.listed, by: ['buyer', 'admin'] },
  reject: { from: STATUS.reserved, to: STATUS.unlisted, by: ['admin'] },
  lapse: { from: STATUS.reserved, to: STATUS.listed, by: ['system'] },
  charge: { from: STATUS.reserved, to: STATUS.charged, by: ['admin'] },
  pay: { from: STATUS.charged, to: STATUS.delivered, by: ['admin'] },
  refund: { from: STATUS.charged, to: STATUS.listed, by: ['admin'] },
  unlist: { from: STATUS.listed, to: STATUS.unlisted, by: ['seller', 'owner', 'system'] },
  reactivate: { from: STATUS.unlisted, to: STATUS.listed, by: ['seller'] },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

/** A move of one book that somebody wants to make. */
export interface MoveOrder {
  book: string
  move: MoveName
  mover: Mover
  /** The account that makes it; null for the system. */
  by: string | null
  now: Date
  reason?: string
  onlyIf?: Conditions
}

/** What must hold besides the status. */
interface Conditions {
  verified?: boolean
  /** The sale meant, since the book may by now be sold to somebody else. */
  buyer?: string
  remindedBefore?: Date
}

/** A book that has just moved, with the sale it was in before. */
export interface Moved {
  id: string
  name: string
  ownerId: string
  buyerId: string | null
  purchaseId: string | null
  priceCents: number
  feeCents: number
}

/** The move that leads from one status to another, for those who may make it in one of these capacities. */
export function moveBetween(
  from: number,
  to: number,
  movers: readonly Mover[],
): { move: MoveName; mover: Mover } | undefined {
  for (const move of Object.keys(MOVES) as MoveName[]) {
    const { from: start, to: end, by }: Move = MOVES[move]
    const mover = start === from && end === to ? by.find(one => movers.includes(one)) : undefined
    if (mover) return { move, mover }
  }
  return undefined
}

const STATUS_WORDS: Readonly<Record<Status, string>> = {
  0: 'on sale',
  1: 'bought',
  2: 'charged',
  3: 'delivered',
  5: 'unlisted',
}

export function statusWord(status: number): string {
  return isStatus(status) ? STATUS_WORDS[status] : 'unknown'
}

function isStatus(status: number): status is Status {
  return STATUSES.some(known => known === status)
}
