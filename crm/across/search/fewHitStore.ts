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
import { spreadOf } from './samples.ts'
import { ONE_TOO_MANY, type Spread, someWithWords, type Words } from './wordStore.ts'

/**
 * Records of some kinds that have the term, as long as they are few. Most searches find few: the index is asked for them, and
 * nothing is made ready for more, which is half of the work. Not complete where there are more; undefined where many are
 * expected.
 */
export async function fewHits(
  crm: Crm,
  kinds: readonly Searched[],
  wish: Wish,
  window: Window,
): Promise<Hits | undefined> {
  if (!isUsual(kinds, wish)) return undefined
  const branches: Fragment[] = []
  let areOnce = kinds.length === 1
  for (const kind of kinds) {
    const own = await ownWords(crm, kind, wish)
    if (own) {
      const spread = await spreadOf(crm, kind, own)
      if (spread.isEverywhere) return undefined
      branches.push(someHits(crm, kind, own, spread, sql`w.id::text as id, w.name, w.words, null::float8 as score`))
    }
    const noted = notedWords(crm, kind, wish)
    if (noted) {
      const spread = await spreadOf(crm, kind, noted)
      if (spread.isEverywhere) return undefined
      branches.push(
        someHits(crm, kind, noted, spread, sql`r.id::text as id, null as name, null as words, ${NOTED_SCORE} as score`),
      )
      areOnce = false
    }
  }
  if (branches.length === 0) return undefined
  const found = sql`select w.type, w.id, coalesce(w.score, ${scoreOf(wish.term)}) as score, w.age from few w where ${ARE_FEW}`
  return {
    lists: sql`few as materialized (${joined(branches, ' union all ')}), ${bestOf(found, window, areOnce)}`,
    complete: ARE_FEW,
  }
}

function someHits({ actor }: Crm, kind: Searched, words: Words, spread: Spread, columns: Fragment): Fragment {
  return sql`(${someWithWords(actor, words, spread, sql`${kind}::text as type, ${words.age}::float8 as age, ${columns}`)})`
}

const ARE_FEW = sql`(select count(*) from few) < ${ONE_TOO_MANY}`
