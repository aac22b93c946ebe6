import { expect, test } from 'vitest'
import { oneShard } from './oneShard.ts'

const send = oneShard('company_id')

test('what is joined by the company is sent with the value that the statement names', () => {
  const text = `select d.id, (select count(*) from crm.note n where n.company_id = d.company_id and n.deal_id = d.id)
    from crm.deal d where d.id = $1 and d.company_id = $2`

  expect(
    send(text, [7, 1]),
  ).toBe(`select d.id, (select count(*) from crm.note n where (n.company_id = $2 and d.company_id = $2) and n.deal_id = d.id)
    from crm.deal d where d.id = $1 and d.company_id = $2`)
})

test('quoted names and the values of an insert are seen too', () => {
  expect(
    send('insert into crm."a" ("company_id", x) select $1, b.x from b join c on "b".company_id = c.company_id', [1]),
  ).toBe(
    'insert into crm."a" ("company_id", x) select $1, b.x from b join c on ("b".company_id = $1 and c.company_id = $1)',
  )
})

test('a statement about several companies, or about none by value, is sent as it is', () => {
  const copying =
    'insert into a select * from b join c on b.company_id = c.company_id where b.company_id = $1 and exists (select from a where a.company_id = $2)'
  const all = 'select from a join b on a.company_id = b.company_id'

  expect(send(copying, [1, 2])).toBe(copying)
  expect(send(copying, [1, 1])).toContain('(b.company_id = $1 and c.company_id = $1)')
  expect(send(all, [])).toBe(all)
})

test('another column that ends in the same name is left alone', () => {
  const text = 'select from a join b on b.company_id = a.app_company_id where a.company_id = $1'

  expect(send(text, [1])).toBe(text)
})
