import Type from 'typebox'

/** What people call a record: some text, and not blanks alone. */
export const Name = Type.Refine(
  Type.String({ minLength: 1, maxLength: 255 }),
  text => text.trim() !== '',
  () => 'must not be blank',
)
