import Type from 'typebox'

export const Notification = Type.Object({
  _id: Type.String(),
  date: Type.Integer(),
  message: Type.String(),
  kind: Type.String(),
  link: Type.String(),
  read: Type.Boolean(),
})

export const Notifications = Type.Object({ notifications: Type.Array(Notification) })
