import type { Message } from '../message.ts'

export const FROM = 'Portico Książki <mail@portico.example>'

export function aMessage(parts: Partial<Message> = {}): Message {
  return { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', ...parts }
}
