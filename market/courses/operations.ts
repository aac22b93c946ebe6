import { failure } from '@portico/kit/api/failure'
import { nullable } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { courseKey } from '../books/course.ts'
import { tidy } from '../books/rules.ts'
import { ListedBook } from '../books/wire.ts'
import { readCourse } from './store.ts'

export const Course = Type.Object({
  course: Type.String(),
  count: Type.Integer({ description: 'Books on sale for this course' }),
  books: Type.Array(ListedBook),
  catalogue: Type.Array(
    Type.Object({
      ISBN: Type.String(),
      name: Type.String(),
      edition: Type.Integer(),
      authors: Type.String(),
      listPrice: nullable(Type.Number()),
      onSale: Type.Integer({ description: 'Copies on sale here, for whatever course' }),
      lowestPrice: nullable(Type.Number()),
    }),
  ),
})

export const getCourse = openOperation({
  route: 'GET /books/getCourse/{course}',
  summary: 'All books of a course: those on sale, cheapest first, and those the bookstore lists for it',
  signIn: 'optional',
  params: { course: Type.String({ minLength: 1, maxLength: 40 }) },
  query: PagingQuery,
  reply: Course,
  async run({ params, query }, { sql, user }) {
    const typed = tidy(params.course)
    const key = courseKey(typed)
    if (!/[\p{L}\p{N}]/u.test(key)) throw failure('invalid', 'course needs a letter or a digit', { field: 'course' })
    return readCourse(sql, { key, typed }, user?.id, query)
  },
})
