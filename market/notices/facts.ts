/** Every event people are notified of, with the facts its texts need. A mail stores these; its text is made when sent. */
export interface EventFacts {
  addressToConfirm: { signup: string; firstName: string }
  accountExists: Record<never, never>
  signedUp: { firstName: string }
  resetAsked: { reset: string }
  passwordChanged: Record<never, never>
  suspended: Record<never, never>
  roleChanged: { permissionType: number }
  bookPosted: { book: string; name: string }
  requestPosted: { name: string }
  matchFound: { book: string; name: string; request: string; price: number; condition: string; course: string }
  bookFound: { book: string; name: string; search: string }
  booksFound: {
    search: string
    name: string
    books: { book: string; name: string; price: number; condition: string; course: string }[]
    count: number
  }
  bookBought: { book: string; name: string; price: number; dropOffDays: number }
  purchaseStarted: { purchase: string; names: string[]; total: number }
  newTransaction: { purchase: string; buyer: string; count: number; total: number }
  bookChecked: { book: string; name: string }
  bookInspected: { book: string; name: string; by: string }
  buyerCharged: { book: string; name: string; total: number }
  paymentReceived: { book: string; name: string; total: number; buyer: string }
  sellerPaid: { book: string; name: string; price: number }
  bookDelivered: { book: string; name: string }
  saleCancelled: { book: string; name: string; reason: string; role: 'buyer' | 'seller' }
  saleRefunded: { book: string; name: string; reason: string; role: 'buyer' | 'seller'; total: number }
  bookRejected: { book: string; name: string; reason: string; role: 'buyer' | 'seller' }
  dropOffDue: { book: string; name: string; dropOffDays: number }
  saleLapsed: { book: string; name: string; role: 'buyer' | 'seller' }
  listingRemoved: { book: string; name: string; reason: string }
  messageReceived: { conversation: string; name: string }
  messagesWaiting: { conversation: string; name: string }
  messageReported: { name: string }
  unlistSoon: { names: string[]; days: number }
  booksUnlisted: { names: string[]; days: number }
}

export type EventKind = keyof EventFacts
