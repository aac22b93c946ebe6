import { isSameName, sameAuthor, type Work } from './authors.ts'
import { type Catalogue, LEAST_TITLE, titleScore } from './titleScore.ts'
import { withoutWords } from './words.ts'

/** Another edition than the one that is asked for fits, and stands behind. */
const OTHER_EDITION = 0.9

/** A work with its edition, where that is said. */
export interface EditionOf extends Work {
  edition: number | undefined
}

/**
 * How well a book that is offered fits one that is asked for, 0 to 1; 0 when they are two books. Two authors make two
 * books, whatever their titles. An author's name in the title of one says nothing about the title of the other.
 */
export function fitOf(asked: EditionOf, offered: EditionOf, catalogue: Catalogue): number {
  const byOne = sameAuthor(asked, offered)
  if (byOne === false) return 0
  const score = titleScore(withoutAuthor(asked, offered), withoutAuthor(offered, asked), catalogue, byOne)
  if (score < LEAST_TITLE) return 0
  const isOther = asked.edition !== undefined && offered.edition !== undefined && asked.edition !== offered.edition
  return isOther ? score * OTHER_EDITION : score
}

/** The title of a work without the other's author, unless the other's title has the name too: `Campbell Biology`. */
function withoutAuthor({ title }: Work, { title: other, author }: Work) {
  const isName = (word: string) => author.words.some(name => isSameName(name, word))
  return title.words.some(isName) ? withoutWords(title, word => isName(word) && !other.words.includes(word)) : title
}
