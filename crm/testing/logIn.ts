import { expect } from 'vitest'
import { PASSWORD, type TestPerson } from './people.ts'
import type { TestCrm } from './startTestCrm.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** A browser in which the person has logged in on the page. */
export async function logIn(crm: TestCrm, person: TestPerson, password = PASSWORD): Promise<Visitor> {
  const visitor = openVisitor(crm)
  const reply = await visitor.post('/login', { email: person.email, password })
  expect(reply.status).toBe(303)
  return visitor
}
