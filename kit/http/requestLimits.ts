/**
 * What any request may bring, whatever its route. The listener counts the bytes as they arrive; only a route that
 * declares an upload takes a larger body, and then by the limits it declares.
 */
export const REQUEST_LIMITS = {
  /** Characters of the address. */
  address: 8_000,
  /** Bytes of a body. */
  bodyBytes: 1_000_000,
  /** Fields of a form, and keys of a query, each repetition counted. */
  fields: 1_000,
  /** Levels of objects and lists in each other. */
  jsonDepth: 32,
  /** Keys of one object; more than any operation takes. */
  jsonKeys: 2_000,
  /** Keys of objects and elements of lists, all levels together. */
  jsonValues: 50_000,
} as const
