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
  unreadMessages: Type.Integer(),
  cartItems: Type.Integer(),
})

export const UserStatistics = Type.Object({
  numberOfBooksBought: Type.Integer({ description: 'Charged or delivered' }),
  numberOfBooksSold: Type.Integer({ description: 'Delivered and paid' }),
  moneyMade: Type.Number(),
  purchasesUnderWay: Type.Integer({ description: 'Bought and not charged yet' }),
  salesUnderWay: Type.Integer({ description: 'Bought by somebody and not paid yet' }),
})
