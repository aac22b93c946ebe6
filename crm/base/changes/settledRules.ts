/**
 * Up to which number the change log is settled: no line with that number or a smaller one will appear any more.
 *
 * Lines are numbered when they are written and seen by others when their transaction commits, so a larger number may
 * be there before a smaller one. Who goes through the log by its numbers has to stop before the first that may still
 * appear. That does not depend on clocks:
 *
 * 1. Whoever writes a line locks the log first (RowExclusiveLock, which every INSERT takes) and draws the number then.
 *    The lock is held until the transaction has ended and others see what it did; one given back earlier, by a rollback
 *    to a savepoint, takes the lines along.
 * 2. A look reads the last number that was drawn, and then who holds the lock. A transaction that has drawn that number
 *    or a smaller one holds the lock, or has ended already.
 * 3. So that number is settled as soon as everybody who held the lock then has ended. Those who come later draw larger
 *    numbers.
 *
 * Transactions that do not write to the log, however long they are, hold up nothing.
 *
 * A number that was drawn by a transaction which did not commit can be drawn again after a crash of PostgreSQL. Numbers
 * of lines that were read are safe (they were committed), and what was learned before a crash is forgotten: `life`.
 */

export interface LogLook {
  /** The last number that was drawn; 0 before the first. */
  drawn: number
  /** Transactions that hold the lock, by ids that PostgreSQL does not use again as long as it lives. */
  writers: ReadonlySet<string>
  /** Another one after PostgreSQL has crashed. */
  life: string
}

/** What earlier looks have shown. */
export interface Known {
  life: string
  settled: number
  /** Looks whose writers have not all ended yet, oldest first. */
  open: readonly LogLook[]
}

export const NOTHING_KNOWN: Known = { life: '', settled: 0, open: [] }

/** Looks that are remembered. When there are more, every second one goes: however long a transaction is, one is old enough. */
const MOST_OPEN = 16

export function learn(known: Known, look: LogLook): Known {
  const before = known.life === look.life && known.settled <= look.drawn ? known : NOTHING_KNOWN
  const looks = [...before.open, look]
  const place = looks.findLastIndex(({ writers }) => haveEnded(writers, look.writers))
  const open = looks.slice(place + 1)
  return {
    life: look.life,
    settled: looks[place]?.drawn ?? before.settled,
    open: open.length > MOST_OPEN ? open.filter((_, nr) => nr % 2 === 0) : open,
  }
}

/** Whether all who wrote at the time of a look have ended by now; of the look just made, whether there was nobody. */
function haveEnded(writers: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  for (const writer of writers) if (now.has(writer)) return false
  return true
}
