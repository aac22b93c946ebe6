import Type from 'typebox'

const Days = Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() }))

export const Statistics = Type.Object({
  totalUsers: Type.Integer(),
  totalBooks: Type.Integer(),
  booksByStatus: Type.Record(Type.String(), Type.Integer()),
  openRequests: Type.Integer(),
  booksSold: Type.Integer(),
  moneyMoved: Type.Number({ description: 'Paid to sellers' }),
  feesEarned: Type.Number(),
  cashHeld: Type.Number({ description: 'Charged and not yet paid out, fees earned included' }),
  postsByDay: Days,
  salesByDay: Days,
  signupsByDay: Days,
})
