import { expect, test } from 'vitest'
import { messageIdFor } from './messageId.ts'

test('the same for the same job, another for another, at the host of the sender', () => {
  const id = messageIdFor('market/confirm/1', 'Portico <mail@Example.org>')
  expect(id).toMatch(/^<[0-9a-f]{40}@example\.org>$/)
  expect(messageIdFor('market/confirm/1', 'mail@example.org')).toBe(id)
  expect(messageIdFor('market/confirm/2', 'mail@example.org')).not.toBe(id)
})

test('a host with letters of its own is written in ASCII', () => {
  expect(messageIdFor('x', 'a@bücher.example')).toMatch(/@xn--bcher-kva\.example>$/)
})
