const DAY = 86_400_000

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY)
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - (hours * DAY) / 24)
}

export function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY)
}
