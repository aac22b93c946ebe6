/** An activity as calendars of other makers read it. */
export interface CalendarEvent {
  id: number
  version: number
  subject: string
  type: string | null
  /** `YYYY-MM-DD`; of UTC where there is a time. */
  due_date: string
  /** `HHMMSS` of UTC; null for the whole day. */
  due_time: string | null
  minutes: number | null
  done: boolean
  busy: boolean
  add_time: Date
  update_time: Date
  location: string | null
  description: string | null
  deal_id: number | null
  deal_title: string | null
  person_name: string | null
  org_name: string | null
}

/** What an activity without a length takes in a calendar. */
const USUAL_MINUTES = 30

/**
 * A calendar as RFC 5545 has it: times in UTC, so that no time zones have to be described, days without a time as dates.
 * The same events give the same text.
 */
export function icalendar(name: string, events: readonly CalendarEvent[], origin: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Activities//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT30M',
    'X-PUBLISHED-TTL:PT30M',
    ...events.flatMap(event => eventLines(event, origin)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent, origin: string): string[] {
  const about = [event.deal_title, event.person_name, event.org_name].filter(Boolean)
  const description = [event.type, about.join(' · '), event.description && plain(event.description)].filter(Boolean)
  return [
    'BEGIN:VEVENT',
    `UID:activity-${event.id}@${new URL(origin).hostname}`,
    `DTSTAMP:${utc(event.update_time)}`,
    `CREATED:${utc(event.add_time)}`,
    `LAST-MODIFIED:${utc(event.update_time)}`,
    `SEQUENCE:${event.version}`,
    ...times(event),
    // An event has no state for what is done; people see it by the mark.
    `SUMMARY:${escaped(event.done ? `✓ ${event.subject}` : event.subject)}`,
    'STATUS:CONFIRMED',
    `TRANSP:${event.busy && !event.done ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(description.length > 0 ? [`DESCRIPTION:${escaped(description.join('\n'))}`] : []),
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    `URL:${origin}/app/${event.deal_id ? `deals/${event.deal_id}` : 'activities'}`,
    'END:VEVENT',
  ]
}

function times({ due_date, due_time, minutes }: CalendarEvent): string[] {
  const day = due_date.replaceAll('-', '')
  if (due_time === null) return [`DTSTART;VALUE=DATE:${day}`]
  return [`DTSTART:${day}T${due_time}Z`, `DURATION:PT${minutes || USUAL_MINUTES}M`]
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '')}Z`
}

/** Control characters but for line breaks have no place in it. */
export function escaped(text: string): string {
  return (
    text
      .replaceAll('\r\n', '\n')
      .replaceAll('\\', '\\\\')
      .replaceAll(';', '\\;')
      .replaceAll(',', '\\,')
      .replace(/[\n\r]/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
      .replace(/[\u0000-\u001f\u007f]/g, '')
  )
}

const MOST_OCTETS = 75

/** A line is at most 75 octets long; what is longer goes on after a line break and a blank. No character is cut. */
export function folded(line: string): string {
  if (Buffer.byteLength(line) <= MOST_OCTETS) return line
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      parts.push(part)
      part = ''
      // The blank before it counts.
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}

/** Descriptions may hold HTML. */
function plain(html: string): string {
  return html
    .replace(/<br[^<>]*>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .trim()
}
