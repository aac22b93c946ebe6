import { dollars } from '../books/money.ts'
import type { EventFacts, EventKind } from './facts.ts'
import { because, cancelled, days, lapsed, listed, refunded, rejected } from './phrases.ts'

/** A line on the notices page, and where it leads. */
export interface Notice {
  message: string
  link: string
}

export interface Letter {
  subject: string
  text: string
}

/** Links a letter may need; they are made when it is sent. */
export interface LetterLinks {
  /** The name of the market. */
  market: string
  page(path: string): string
  confirm(signup: string): string
  reset(reset: string): string
}

interface EventTexts<Facts> {
  notice?(facts: Facts): Notice
  mail?(facts: Facts, links: LetterLinks): Letter
}

/** The texts of every event: on the notices page, by mail, or both. */
export const EVENTS: { readonly [Kind in EventKind]: EventTexts<EventFacts[Kind]> } = {
  addressToConfirm: {
    mail: ({ signup, firstName }, links) => ({
      subject: 'Confirm your e-mail address',
      text: `Hello ${firstName},\n\nyou signed up to ${links.market}. Follow this link within 24 hours, confirm there, and your account is ready:\n\n${links.confirm(signup)}\n\nIf you did not sign up, ignore this mail: nothing is stored unless you confirm.`,
    }),
  },
  accountExists: {
    mail: (_, links) => ({
      subject: 'You already have an account',
      text: `Somebody, probably you, signed up to ${links.market} with this address. There is an account for it already:\n\n${links.page('/market/login')}\n\nForgot the password? ${links.page('/market/forgot-password')}`,
    }),
  },
  signedUp: {
    notice: ({ firstName }) => ({ message: `Welcome, ${firstName}. Your account is ready.`, link: '/market' }),
    mail: ({ firstName }, links) => ({
      subject: `Welcome to ${links.market}`,
      text: `Hello ${firstName},\n\nyour address is confirmed. Find the books of your courses, or post those you no longer need:\n\n${links.page('/market')}`,
    }),
  },
  resetAsked: {
    mail: ({ reset }, links) => ({
      subject: 'Set a new password',
      text: `Follow this link within 24 hours to set a new password for ${links.market}:\n\n${links.reset(reset)}\n\nIf you did not ask for it, ignore this mail: your password stays as it is.`,
    }),
  },
  passwordChanged: {
    notice: () => ({ message: 'Your password was changed.', link: '/market/settings' }),
    mail: (_, links) => ({
      subject: 'Your password was changed',
      text: `The password of your account was changed and every other session was ended. If that was not you, set a new one now:\n\n${links.page('/market/forgot-password')}`,
    }),
  },
  suspended: {
    mail: (_, links) => ({
      subject: 'Your account is suspended',
      text: `The staff of ${links.market} has suspended your account. Answer this mail to ask why.`,
    }),
  },
  roleChanged: {
    notice: ({ permissionType }) => ({
      message: permissionType > 0 ? 'You are now an admin.' : 'You are no longer an admin.',
      link: permissionType > 0 ? '/market/dashboard' : '/market',
    }),
  },
  bookPosted: {
    notice: ({ book, name }) => ({
      message: `Thanks for posting “${name}”. It is on sale.`,
      link: `/market/books/${book}`,
    }),
  },
  requestPosted: {
    notice: ({ name }) => ({
      message: `We are looking for “${name}” and tell you when somebody posts it.`,
      link: '/market/posts',
    }),
  },
  matchFound: {
    notice: ({ book, name, request }) => ({
      message: `“${name}” matches your request for “${request}”.`,
      link: `/market/books/${book}`,
    }),
    mail: ({ book, name, request, price, condition, course }, links) => ({
      subject: `Found: ${name}`,
      text: `A book matches your request for “${request}”:\n\n${name}\n${course} · ${condition} · ${dollars(price)}\n\n${links.page(`/market/books/${book}`)}\n\nThe first to check out gets it.`,
    }),
  },
  bookFound: {
    notice: ({ book, name, search }) => ({
      message: `“${name}” is on sale: your saved search “${search}” finds it.`,
      link: `/market/books/${book}`,
    }),
  },
  booksFound: {
    mail: ({ name, books, count }, links) => ({
      subject: `${count === 1 ? 'A new book' : `${count} new books`} for “${name}”`,
      text: `Your saved search “${name}” has found:\n\n${books.map(book => `${book.name}\n${book.course} · ${book.condition} · ${dollars(book.price)}\n${links.page(`/market/books/${book.book}`)}`).join('\n\n')}${count > books.length ? `\n\n… and ${count - books.length} more` : ''}\n\nThe first to check out gets a book. Your saved searches: ${links.page('/market/searches')}`,
    }),
  },
  bookBought: {
    notice: ({ book, name, dropOffDays }) => ({
      message: `“${name}” was bought. Drop it off within ${days(dropOffDays)}.`,
      link: `/market/books/${book}`,
    }),
    mail: ({ name, price, dropOffDays }, links) => ({
      subject: `Sold: ${name}`,
      text: `Somebody bought “${name}” for ${dollars(price)}.\n\nWhat happens now:\n1. Drop the book off within ${days(dropOffDays)}. We remind you once; after ${days(2 * dropOffDays)} the sale is cancelled.\n2. We check its condition and charge the buyer.\n3. You are paid ${dollars(price)} through your payment app.\n\n${links.page('/market/transactions')}`,
    }),
  },
  purchaseStarted: {
    notice: ({ names }) => ({ message: `Thanks for your purchase: ${listed(names)}.`, link: '/market/transactions' }),
    mail: ({ names, total }, links) => ({
      subject: 'Your purchase has started',
      text: `You bought:\n\n${names.map(name => `· ${name}`).join('\n')}\n\nTotal with fee: ${dollars(total)}. You are charged when the books have been dropped off and checked.\n\n${links.page('/market/transactions')}`,
    }),
  },
  newTransaction: {
    notice: ({ buyer, count, total }) => ({
      message: `New transaction: ${buyer} bought ${count === 1 ? 'a book' : `${count} books`} for ${dollars(total)}.`,
      link: '/market/dashboard',
    }),
    mail: ({ purchase, buyer, count, total }, links) => ({
      subject: `New transaction: ${dollars(total)}`,
      text: `${buyer} bought ${count === 1 ? 'one book' : `${count} books`}, ${dollars(total)} with fee.\nTransaction ${purchase}\n\n${links.page('/market/dashboard')}`,
    }),
  },
  bookChecked: {
    notice: ({ name }) => ({
      message: `“${name}” was dropped off and is as described.`,
      link: '/market/transactions',
    }),
  },
  bookInspected: {
    notice: ({ name, by }) => ({ message: `${by} inspected “${name}”.`, link: '/market/dashboard' }),
  },
  buyerCharged: {
    notice: ({ name, total }) => ({
      message: `Thanks for your payment of ${dollars(total)} for “${name}”.`,
      link: '/market/transactions',
    }),
  },
  paymentReceived: {
    notice: ({ name, total, buyer }) => ({
      message: `${buyer} was charged ${dollars(total)} for “${name}”.`,
      link: '/market/dashboard',
    }),
  },
  sellerPaid: {
    notice: ({ name, price }) => ({
      message: `You were paid ${dollars(price)} for “${name}”.`,
      link: '/market/transactions',
    }),
    mail: ({ name, price }, links) => ({
      subject: `Paid: ${dollars(price)}`,
      text: `“${name}” has been delivered and you were paid ${dollars(price)}.\n\n${links.page('/market/transactions')}`,
    }),
  },
  bookDelivered: {
    notice: ({ name }) => ({ message: `“${name}” was delivered to you.`, link: '/market/transactions' }),
  },
  saleCancelled: {
    notice: facts => ({ message: cancelled(facts), link: '/market/transactions' }),
    mail: (facts, links) => ({
      subject: `Cancelled: ${facts.name}`,
      text: `${cancelled(facts)}\n\n${links.page('/market/transactions')}`,
    }),
  },
  saleRefunded: {
    notice: facts => ({ message: refunded(facts), link: '/market/transactions' }),
    mail: (facts, links) => ({
      subject: `Refunded: ${facts.name}`,
      text: `${refunded(facts)}\n\n${links.page('/market/transactions')}`,
    }),
  },
  bookRejected: {
    notice: facts => ({ message: rejected(facts), link: '/market/transactions' }),
    mail: (facts, links) => ({
      subject: `Not accepted: ${facts.name}`,
      text: `${rejected(facts)}\n\n${links.page('/market/transactions')}`,
    }),
  },
  dropOffDue: {
    notice: ({ name, dropOffDays }) => ({
      message: `Please drop off “${name}” within ${days(dropOffDays)}, or the sale is cancelled.`,
      link: '/market/transactions',
    }),
    mail: ({ name, dropOffDays }, links) => ({
      subject: `Reminder: drop off ${name}`,
      text: `“${name}” is sold and its buyer is waiting. Drop it off within ${days(dropOffDays)}, or the sale is cancelled.\n\n${links.page('/market/transactions')}`,
    }),
  },
  saleLapsed: {
    notice: facts => ({ message: lapsed(facts), link: facts.role === 'seller' ? '/market/posts' : '/market' }),
    mail: (facts, links) => ({
      subject: `Cancelled: ${facts.name}`,
      text: `${lapsed(facts)}\n\n${links.page(facts.role === 'seller' ? '/market/posts' : '/market')}`,
    }),
  },
  listingRemoved: {
    notice: ({ name, reason }) => ({
      message: `The staff took “${name}” off the list${because(reason)}.`,
      link: '/market/posts',
    }),
    mail: ({ name, reason }, links) => ({
      subject: `Unlisted: ${name}`,
      text: `The staff of the market took “${name}” off the list${because(reason)}. You can change it and put it back:\n\n${links.page('/market/posts')}`,
    }),
  },
  messageReceived: {
    notice: ({ conversation, name }) => ({
      message: `A message about “${name}” waits for you.`,
      link: `/market/messages/${conversation}`,
    }),
  },
  messagesWaiting: {
    mail: ({ conversation, name }, links) => ({
      subject: `A message about ${name}`,
      text: `Somebody wrote to you about “${name}”. Read and answer it here; do not answer this mail:\n\n${links.page(`/market/messages/${conversation}`)}`,
    }),
  },
  messageReported: {
    notice: ({ name }) => ({ message: `A message about “${name}” was reported.`, link: '/market/dashboard/messages' }),
  },
  unlistSoon: {
    notice: ({ names, days: left }) => ({
      message: `Still for sale? ${listed(names)} will be unlisted within ${days(left)}.`,
      link: '/market/posts',
    }),
    mail: ({ names, days: left }, links) => ({
      subject: 'Are your books still for sale?',
      text: `These books have been listed for a long time and will be unlisted within ${days(left)}:\n\n${names.map(name => `· ${name}`).join('\n')}\n\nRenew them with one click:\n\n${links.page('/market/posts')}`,
    }),
  },
  booksUnlisted: {
    notice: ({ names, days: age }) => ({
      message: `Unlisted after ${days(age)}: ${listed(names)}. Reactivate what you still have.`,
      link: '/market/posts',
    }),
    mail: ({ names, days: age }, links) => ({
      subject: 'Your books were unlisted',
      text: `These books were not renewed for ${days(age)} and are no longer listed:\n\n${names.map(name => `· ${name}`).join('\n')}\n\nStill have them? Reactivate them with one click:\n\n${links.page('/market/posts')}`,
    }),
  },
}
