import type postgres from 'postgres'
import type { Pulse } from '../log/pulse.ts'
import { isSocketLoss } from './errors.ts'
import { knownTexts, type Pieces } from './knownTexts.ts'
import type { OneShard } from './oneShard.ts'

/** A connection to send SQL to: a lane of the pool, or the transaction open on one. */
export interface Sql extends Names {
  /** A statement, sent when it is awaited; inside another one it is a piece of that. */
  <T extends readonly object[] = Row[]>(texts: TemplateStringsArray, ...values: readonly Value[]): Statement<T>
  /** SQL given as text, sent as it is when it has no values. */
  unsafe<T extends readonly object[] = Row[]>(text: string, values?: readonly Value[]): Statement<T>
  /**
   * A part of a transaction that can be undone alone: when the work fails, an error of the database included, what it did
   * is undone, and the transaction goes on.
   */
  savepoint<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Whether the tables are spread over several machines. */
  readonly isDistributed: boolean
  /** What the driver alone can do, such as copying streams. */
  readonly driver: postgres.ISql
  /** Whether its statements are answered. */
  readonly pulse: Pulse
  /** What it reads may be older than what the primary says at the same moment: nothing to be remembered. */
  readonly isReplica: boolean
}

interface Names {
  /** The name of a table or column, with a dot after what it belongs to. */
  (name: string): Fragment
  /** `(a, b) values ($1, $2)` of one row or several. */
  (rows: Record<string, unknown> | readonly Record<string, unknown>[]): Fragment
}

// biome-ignore lint/suspicious/noExplicitAny: what a column holds is known to the one who wrote the query
export type Row = Record<string, any>

type Value = string | number | bigint | boolean | null | object

/**
 * A piece of SQL: texts, and what stands between them. The driver's own pieces are promises, which cost a hundred times
 * as much to make and to collect; a list is made of twenty.
 */
export interface Fragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  /** Whether the best way to find what it asks for depends on its values. */
  readonly dependsOnValues: boolean
}

/** A connection of the driver or a transaction on it, and the texts of the statements that are prepared there. */
export interface Wire {
  readonly driver: postgres.ISql
  readonly prepared: Set<string>
  readonly pulse: Pulse
  /** Where the database is spread over several machines. */
  readonly oneShard?: OneShard | undefined
  readonly isReplica?: boolean | undefined
  /** Of a transaction: whether it has ended, although its work goes on. */
  readonly isOver?: () => boolean
}

export function sqlOn(wire: Wire): Sql {
  const { driver, pulse } = wire
  function sql(first: string | object, ...values: unknown[]): Fragment {
    if (typeof first === 'string') return nameOf(first)
    return isTemplate(first) ? new Statement(wire, first, values) : newRows(first)
  }
  const unsafe = (text: string, values?: readonly Value[]) => new Statement(wire, [text], [], { asText: values ?? [] })
  // Overloads cannot be checked against one implementation.
  const kinds = { isReplica: wire.isReplica ?? false, isDistributed: wire.oneShard !== undefined }
  return Object.assign(sql, { unsafe, driver, pulse, ...kinds, savepoint: savepointOn(wire) }) as unknown as Sql
}

/** Only the driver's transactions have savepoints; elsewhere PostgreSQL refuses them. */
function savepointOn(wire: Wire): Sql['savepoint'] {
  return <T>(work: (sql: Sql) => Promise<T>) => {
    if (wire.isOver?.()) return Promise.reject(connectionLost())
    const transaction = wire.driver as postgres.TransactionSql
    return transaction.savepoint(driver => unlessOver(wire, work(sqlOn({ ...wire, driver })))) as Promise<T>
  }
}

/**
 * The work of a transaction for the driver, which commits or rolls back when it ends. After a lost connection there is
 * nothing to commit and nothing to roll back: the transaction has failed with it, and what the driver sends nevertheless is
 * written to a socket that is gone, from a timer, which ends the process. So it never hears of the end.
 */
export function unlessOver<T>({ isOver }: Pick<Wire, 'isOver'>, work: Promise<T>): Promise<T> {
  const never = () => new Promise<never>(() => {})
  return work.then(
    value => (isOver?.() ? never() : value),
    error => (isOver?.() || isSocketLoss(error) ? never() : Promise.reject(error)),
  )
}

function connectionLost(): Error {
  return Object.assign(new Error('the connection of the transaction was lost'), { code: 'CONNECTION_CLOSED' })
}

/** A piece of SQL without a connection: it cannot be sent by itself, and asynchronous functions may return it. */
export const fragment = ((first: string | object, ...values: unknown[]): Fragment => {
  if (typeof first === 'string') return nameOf(first)
  return isTemplate(first) ? new Piece(first, values) : newRows(first)
}) as Names & ((texts: TemplateStringsArray, ...values: readonly Value[]) => Fragment)

/** SQL given as text, as a piece of a larger one. */
export function plainText(text: string): Fragment {
  return new Piece(
    lasting(['text', text], () => [text]),
    [],
  )
}

class Piece implements Fragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  readonly dependsOnValues: boolean

  constructor(texts: readonly string[], values: readonly unknown[], dependsOnValues = false) {
    this.texts = texts
    this.values = values
    this.dependsOnValues = dependsOnValues
  }
}

/** A condition for which each statement that it is part of is planned anew, as by `freshlyPlanned`. */
export function dependingOnValues({ texts, values }: Fragment): Fragment {
  return new Piece(texts, values, true)
}

/** Whether something is SQL, not a value. */
export function isFragment(value: unknown): value is Fragment {
  return value instanceof Piece
}

interface Sending {
  /** The values of a statement given as text. */
  asText?: readonly unknown[]
  prepare?: boolean
}

/** SQL on a connection, sent once, when somebody first waits for it. */
export class Statement<T extends readonly object[]> extends Piece implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #wire: Wire
  readonly #how: Sending
  #sent: Promise<T> | undefined

  constructor(wire: Wire, texts: readonly string[], values: readonly unknown[], how: Sending = {}) {
    super(texts, values)
    this.#wire = wire
    this.#how = how
  }

  /**
   * Has it planned for its own values each time. A statement that was prepared gets, after some runs, one plan for all
   * values; but a word that is everywhere and a word that is nowhere want different plans.
   */
  freshlyPlanned(): Statement<T> {
    return new Statement(this.#wire, this.texts, this.values, { ...this.#how, prepare: false })
  }

  /** Sends it and gives its rows as the database wrote them: of each column its bytes, in the order they were selected. */
  async bytes(): Promise<(Buffer | null)[][]> {
    const rows: (Buffer | null)[][] = []
    await this.#send(query =>
      query.raw().forEach(row => {
        // What the driver shows lies where the next answer is read to.
        rows.push(row.map(copyOf))
      }),
    )
    return rows
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting is sending
  then<A = T, B = never>(
    fulfilled?: ((rows: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#sent ??= this.#send()
    return this.#sent.then(fulfilled, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected)
  }

  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled)
  }

  #send(read: (query: Query) => PromiseLike<unknown> = query => query): Promise<T> {
    const { driver, prepared, pulse, oneShard, isOver } = this.#wire
    if (isOver?.()) return Promise.reject(connectionLost())
    const { asText } = this.#how
    if (asText) return sent(read(driver.unsafe(this.texts[0] ?? '', [...asText] as never[])), pulse)
    const pieces: (readonly string[] | undefined)[] = []
    const values: unknown[] = []
    const dependsOnValues = takeApart(this, pieces, values)
    const prepare = this.#how.prepare ?? !dependsOnValues
    const written = writtenOut(pieces)
    const text = oneShard ? oneShard(written, values) : written
    if (prepare) prepared.add(text)
    const how = { prepare, simple: false } as postgres.UnsafeQueryOptions
    return sent(read(driver.unsafe(text, values as never[], how)), pulse)
  }
}

/** What the driver makes of a statement. */
type Query = ReturnType<postgres.ISql['unsafe']>

function copyOf(column: Buffer | null): Buffer | null {
  return column && Buffer.from(column)
}

/** The driver knows the rows by their text only. */
function sent<T>(query: PromiseLike<unknown>, pulse: Pulse): Promise<T> {
  pulse.sent()
  query.then(pulse.answered, pulse.answered)
  return query as Promise<T>
}

/** The texts of a piece and its values, those of the pieces in it included; whether one of them depends on its values. */
function takeApart(piece: Fragment, pieces: (readonly string[] | undefined)[], all: unknown[]): boolean {
  let { dependsOnValues } = piece
  pieces.push(piece.texts)
  for (const value of piece.values) {
    if (value instanceof Piece) dependsOnValues = takeApart(value, pieces, all) || dependsOnValues
    else {
      pieces.push(undefined)
      all.push(value)
    }
  }
  return dependsOnValues
}

/** The text of a statement, its values numbered. */
const writtenOut = knownTexts((pieces: Pieces) => {
  let at = 0
  let values = 0
  function next(): string {
    const texts = pieces[at++]
    if (!texts) return `$${++values}`
    return texts.reduce((text, following) => text + next() + following)
  }
  return next()
})

function isTemplate(value: object): value is TemplateStringsArray {
  return 'raw' in value && Array.isArray(value)
}

/** They come from our own code, so there are few of them; should one come from a request, the memory stays bounded. */
const MOST_NAMES = 10_000
const kept = new Map<string, readonly string[]>()

/** Texts that are made out of something are kept for it, so that a statement with them is known again. */
function lasting(madeOf: readonly unknown[], make: () => readonly string[]): readonly string[] {
  const key = JSON.stringify(madeOf)
  const known = kept.get(key)
  if (known) return known
  const made = make()
  if (made.length > MOST_TEXTS) return made
  if (kept.size >= MOST_NAMES) kept.clear()
  kept.set(key, made)
  return made
}

/** What is longer is made for one time. */
const MOST_TEXTS = 100

const names = new Map<string, Fragment>()

function nameOf(name: string): Fragment {
  const known = names.get(name)
  if (known) return known
  const made = plainText(`"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`)
  if (names.size >= MOST_NAMES) names.clear()
  names.set(name, made)
  return made
}

const quotedColumns = new Map<string, string>()

/** The name of one column as SQL writes it, whatever is in it; a dot belongs to the name. */
function quoted(column: string): string {
  const known = quotedColumns.get(column)
  if (known !== undefined) return known
  const made = `"${column.replaceAll('"', '""')}"`
  if (quotedColumns.size >= MOST_NAMES) quotedColumns.clear()
  quotedColumns.set(column, made)
  return made
}

/** Rows that all have the columns of the first. */
function newRows(rows: object): Fragment {
  const list = (Array.isArray(rows) ? rows : [rows]) as Record<string, unknown>[]
  const columns = Object.keys(list[0] ?? {})
  const texts = lasting(['rows', list.length, columns], () => textsOfRows(list.length, columns))
  return new Piece(
    texts,
    list.flatMap(row => columns.map(column => row[column])),
  )
}

function textsOfRows(rows: number, columns: readonly string[]): string[] {
  const row = [...columns.slice(1).map(() => ', '), '), (']
  const between = Array.from({ length: rows }, () => row).flat()
  return [`(${columns.map(quoted).join(', ')}) values (`, ...between.slice(0, -1), ')']
}

/** `a, b`, for a row that is not written down in one piece. */
export function columnsOf(row: Record<string, unknown>): Fragment {
  const columns = Object.keys(row)
  return new Piece(
    lasting(['columns', columns], () => [columns.map(quoted).join(', ')]),
    [],
  )
}

/** `$1, $2`, in the same order. */
export function valuesOf(row: Record<string, unknown>): Fragment {
  return inRow(Object.values(row), ', ')
}

/** `a = $1, b = $2` for an update. */
export function assignments(values: Record<string, unknown>): Fragment {
  const columns = Object.keys(values)
  const texts = lasting(['assignments', columns], () => [
    ...columns.map((column, at) => `${at > 0 ? ', ' : ''}${quoted(column)} = `),
    '',
  ])
  return new Piece(texts, Object.values(values))
}

/** Pieces one after another with a text between them. */
export function joined(pieces: readonly Fragment[], between: string): Fragment {
  return inRow(pieces, between)
}

function inRow(values: readonly unknown[], between: string): Fragment {
  const last = values.length
  const texts = lasting(['row', last, between], () =>
    Array.from({ length: last + 1 }, (_, at) => (at === 0 || at === last ? '' : between)),
  )
  return new Piece(texts, values)
}
