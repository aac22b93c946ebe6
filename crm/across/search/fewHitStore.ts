import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import {
  bestOf,
  type Hits,
  isUsual,
  NOTED_SCORE,
  notedWords,
  ownWords,
  scoreOf,
  type Window,
  type Wish,
} from './hitStore.ts'
import type { Searched } from './kinds.ts'
import { areLarge } from './largeTables.ts'
import { ONE_TOO_MANY, someWithWords } from './wordStore.ts'

/**
 * Records of some kinds that have the term, as long as they are few. Most searches find few: the index is asked for them, and
 * nothing is made ready for words that are everywhere, which is half of the work. Not complete where there are more; undefined
 * where even to look would take long.
 */
export async function fewHits(
  crm: Crm,
  kinds: readonly Searched[],
  wish: Wish,
  window: Window,
): Promise<Hits | undefined> {
  if (!isUsual(kinds, wish)) return undefined
  const tables: string[] = []
  const branches: Fragment[] = []
  for (const kind of kinds) {
    const own = await ownWords(crm, kind, wish)
    if (own) {
      const columns = sql`${kind}::text as type, w.id::text as id, w.name, w.words, null::numeric as score, ${own.age}::float8 as age`
      branches.push(sql`(${someWithWords(crm.actor, own, columns)})`)
      tables.push(own.table)
    }
    const noted = notedWords(crm, kind, wish)
    if (noted) {
      const columns = sql`${kind}::text as type, r.id::text as id, null as name, null as words, ${NOTED_SCORE} as score, ${noted.age}::float8 as age`
      branches.push(sql`(${someWithWords(crm.actor, noted, columns)})`)
      tables.push(noted.table)
    }
  }
  if (branches.length === 0 || (await areLarge(crm, tables))) return undefined
  const found = sql`select w.type, w.id, coalesce(w.score, ${scoreOf(wish.term)}) as score, w.age from few w where ${ARE_FEW}`
  return {
    lists: sql`few as materialized (${joined(branches, ' union all ')}), ${bestOf(found, window)}`,
    dependOnValues: false,
    complete: ARE_FEW,
  }
}

const ARE_FEW = sql`(select count(*) from few) < ${ONE_TOO_MANY}`
