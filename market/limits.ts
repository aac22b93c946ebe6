/** How much a person, a book or the marketplace may hold. `docs/operating.md` lists them all. */
export const LIMITS = {
  cartBooks: 50,
  openRequests: 100,
  savedSearches: 20,
  pictures: 5,
  pictureBytes: 12_000_000,
  /** Pictures of forms that were refused and not sent again yet, of one person. */
  pictureDrafts: 10,
  messageCharacters: 2000,
  messagesAnHour: 30,
  conversationsADay: 15,
  /** Rows of any list in one answer. */
  rows: 100,
  universities: 500,
  universityDomains: 50,
} as const
