import { addDays, isDay } from './days.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** What people are told whose words were not understood. */
export const WHEN_HELP = 'Write a day, such as “tomorrow”, “fri 10” or “in 3 days”'

export interface When {
  date: string
  /** `HH:MM`, where the person is. */
  time: string | undefined
}

/**
 * A day in words, with a time behind it if there is one: `today`, `tomorrow 9:30`, `fri 10`, `in 3 days`, `2026-12-24`,
 * `+7`. Undefined when it is none of these. A weekday is the next one, never today.
 */
export function parseWhen(text: string, today: string): When | undefined {
  const words = text.trim().toLowerCase().split(/\s+/)
  const day = dateOf(words.join(' '), today)
  if (day !== undefined) return { date: day, time: undefined }
  const time = timeOf(words.pop() ?? '')
  const date = time && dateOf(words.join(' '), today)
  return date ? { date, time } : undefined
}

function dateOf(text: string, today: string): string | undefined {
  if (text === 'today') return today
  if (text === 'tomorrow' || text === 'tom') return addDays(today, 1)
  if (isDay(text)) return text
  const distance = /^(?:\+|in )(\d{1,3})(?: days?)?$/.exec(text)
  if (distance) return addDays(today, Number(distance[1]))
  const weekday = text.length >= 2 ? WEEKDAYS.findIndex(name => name.startsWith(text)) : -1
  if (weekday === -1) return undefined
  const now = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, (weekday - now + 7) % 7 || 7)
}

function timeOf(word: string): string | undefined {
  const found = /^(\d{1,2})(?::(\d\d))?$/.exec(word)
  if (!found) return undefined
  const [hours, minutes] = [Number(found[1]), Number(found[2] ?? 0)]
  return hours < 24 && minutes < 60
    ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    : undefined
}
