const DAY = 86_400_000

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY)
}

export function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY)
}
