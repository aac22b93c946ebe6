import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { BookId } from '../books/ids.ts'
import { ExtendedBook } from '../dashboard/bookWire.ts'
import { daysAfter } from '../days.ts'
import { readSettings } from '../settings/store.ts'
import { codeIn, shownCode } from './slipCode.ts'
import { findBookOfSlip, findSlip } from './store.ts'

export const Slip = Type.Object({
  code: Type.String(),
  address: Type.String({ description: 'What the QR code holds: the page of the staff for this book' }),
  name: Type.String(),
  edition: Type.Integer(),
  course: Type.String(),
  condition: Type.String(),
  due: Type.Integer({ description: 'Drop the book off by then; milliseconds since 1970' }),
})

export const getDropOffSlip = operation({
  route: 'GET /user/getDropOffSlip/{bookID}',
  summary: 'The slip to bring along with a book of yours that was bought, with the code the staff scans',
  params: { bookID: BookId },
  reply: Type.Object({ slip: Slip }),
  async run({ params }, { sql, user, services }) {
    const slip = await findSlip(sql, params.bookID, user.id)
    if (!slip) throw failure('missing', 'There is no book of yours here that waits to be dropped off')
    const { dropOffDays } = await readSettings(sql)
    const { soldAt, ...book } = slip
    const code = shownCode(book.code)
    const address = `${services.origin}/market/dashboard/drop-off?slip=${code}`
    return { slip: { ...book, code, address, due: daysAfter(soldAt, dropOffDays).getTime() } }
  },
})

export const getDropOff = operation({
  route: 'GET /dashboard/getDropOff/{slip}',
  summary: 'The book of a drop-off slip, by its code or by what its QR code holds',
  scopes: ['admin'],
  params: { slip: Type.String({ minLength: 1, maxLength: 400 }) },
  reply: Type.Object({ book: ExtendedBook }),
  async run({ params }, { sql }) {
    const code = codeIn(params.slip)
    if (!code) throw failure('invalid', 'The code of a slip has ten letters and digits', { field: 'slip' })
    const found = await findBookOfSlip(sql, code)
    if (!found) throw failure('missing', 'No sale under way has this code; look whether it was cancelled')
    return found
  },
})
