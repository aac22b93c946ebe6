import type { Sql } from '@portico/kit/database/sql'
import { findCloseWords } from './store.ts'

/** Words of titles that may have been meant by a mistyped one, the closest first. */
export interface Correction {
  typed: string
  meant: { word: string; likeness: number }[]
}

/** A word of a title that shares trigrams with a typed one. */
export interface CloseWord {
  typed: string
  word: string
  likeness: number
}

const LEAST_LIKENESS = 0.35
const MOST_LOOKED_AT = 40
const MOST_MEANT = 3
const SHORTEST = 3

/** Looks every word of a line up among the words of all titles. */
export async function correct(sql: Sql, line: string): Promise<Correction[]> {
  const typed = [...new Set(line.split(/[^\p{L}\p{N}]+/u).filter(word => word.length >= SHORTEST))]
  if (typed.length === 0) return []
  const rows = await findCloseWords(sql, typed, MOST_LOOKED_AT)
  return typed.map(word => ({ typed: word, meant: meantBy(word, rows) }))
}

/** Letters that changed places share few trigrams, but are one slip: both ways of being close count. */
function meantBy(typed: string, rows: readonly CloseWord[]) {
  return rows
    .filter(row => row.typed === typed)
    .map(({ word, likeness }) => ({ word, likeness: Math.max(likeness, likenessBySlips(typed, word)) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_MEANT)
}

function likenessBySlips(typed: string, word: string): number {
  const allowed = typed.length >= 8 ? 2 : typed.length >= 5 ? 1 : 0
  const made = slips(typed, word, allowed)
  return made > allowed ? 0 : 1 - made / typed.length
}

/** How many letters are missing, too many, wrong or swapped with their neighbour; counting stops above `most`. */
export function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? most) + 1 : Infinity
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped))
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? most + 1
}
