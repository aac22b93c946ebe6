import Type from 'typebox'

export const UserData = Type.Object({
  _id: Type.String(),
  emailAddress: Type.String(),
  venmoUsername: Type.String(),
  CMC: Type.String(),
  university: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  permissionType: Type.Integer(),
  matchMail: Type.Boolean(),
  matchedBooks: Type.Array(Type.String()),
  unreadNotifications: Type.Integer(),
  cartItems: Type.Integer(),
})
