/** What stands in a message instead of an address or a number. */
export const MASK = '[contact removed]'

const ADDRESS = /[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?[\w-]{1,63}(?:\s?(?:\.|\(dot\)|\[dot\])\s?[a-z]{2,24}){1,3}/gi
const LINK = /\b(?:https?:\/\/|www\.)\S{1,300}/gi
const HANDLE = /(?:^|\s)@[\w.]{3,40}/g
const NUMBER = /\+?\d[\d\s().-]{5,20}\d/g

/** An ISBN and a price are no phone number. */
const PHONE_DIGITS = { least: 7, most: 12 }

/**
 * Takes mail addresses, phone numbers, links and names of other services out of a message: sales go through the desk, and
 * nobody learns who is on the other side. A message is not refused for them, since an order number may look like one.
 */
export function maskContacts(text: string): string {
  return text
    .replace(ADDRESS, MASK)
    .replace(LINK, MASK)
    .replace(HANDLE, handle => `${/^\s/.test(handle) ? handle[0] : ''}${MASK}`)
    .replace(NUMBER, number => (isPhone(number) ? MASK : number))
}

function isPhone(number: string): boolean {
  const digits = number.replace(/\D/g, '').length
  return digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most
}
