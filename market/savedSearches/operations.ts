import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { text } from '../auth/schemas.ts'
import { requireMemberAlone } from '../auth/signIn.ts'
import { FilterFields } from '../books/filters.ts'
import { BookId } from '../books/ids.ts'
import { line, tidy } from '../books/rules.ts'
import { LIMITS } from '../limits.ts'
import { readQuery } from '../search/query.ts'
import { anchorsOf } from './anchors.ts'
import { countSearches, insertSearch, listSearches, removeSearch, setSearchMail } from './store.ts'
import { SavedSearch } from './wire.ts'

const Changed = Type.Object({ searchID: Type.String() })

export const saveSearch = operation({
  route: 'POST /user/saveSearch',
  summary: 'Save a search of the listing; you are told when a book is listed that it finds',
  body: { name: text(80), query: optional(text(200)), ...FilterFields },
  reply: Type.Object({ search: SavedSearch }),
  async run({ body }, { sql, user, now }) {
    await requireMemberAlone(sql, user)
    const { name: given, query = '', ...filters } = body
    const name = line(given, 'name')
    const asked = readQuery(tidy(query))
    // A line of signs that nobody sees has no words, and asks for nothing.
    const words = asked.words.length > 0 ? tidy(query) : ''
    const anchors = anchorsOf(words ? asked : undefined, filters)
    if (anchors.length === 0)
      throw failure('invalid', 'query needs a word, or the search a course: any book would be told otherwise', {
        field: 'query',
      })
    if ((await countSearches(sql, user.id)) >= LIMITS.savedSearches)
      throw failure('conflict', `At most ${LIMITS.savedSearches} searches can be saved; delete one first`)
    const saved = await insertSearch(sql, user.id, { name, line: words, filters, anchors }, now)
    if (!saved) throw failure('conflict', 'name is that of another saved search of yours', { field: 'name' })
    return saved
  },
})

export const getSavedSearches = operation({
  route: 'GET /user/getSavedSearches',
  summary: 'Your saved searches, newest first',
  reply: Type.Object({ searches: Type.Array(SavedSearch) }),
  run: (_, { sql, user }) => listSearches(sql, user.id),
})

export const changeSavedSearch = operation({
  route: 'POST /user/changeSavedSearch',
  summary: 'Turn the mail of a saved search on or off; notices come either way',
  body: { searchID: BookId, mail: Type.Boolean() },
  reply: Changed,
  async run({ body }, { sql, user }) {
    if (!(await setSearchMail(sql, body.searchID, user.id, body.mail))) throw notYours()
    return { searchID: body.searchID }
  },
})

export const deleteSavedSearch = operation({
  route: 'POST /user/deleteSavedSearch',
  summary: 'Delete a saved search of yours',
  body: { searchID: BookId },
  reply: Changed,
  async run({ body }, { sql, user }) {
    if (!(await removeSearch(sql, body.searchID, user.id))) throw notYours()
    return { searchID: body.searchID }
  },
})

function notYours() {
  return failure('missing', 'There is no such saved search of yours')
}
