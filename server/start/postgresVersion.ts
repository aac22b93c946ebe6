import { problem } from '../config/problem.ts'

const OLDEST_MAJOR = 15

/** The whole suite runs on the embedded one, `npm run test:system-postgres` on the one Debian 12 installs. */
export const TESTED_POSTGRES = ['15.20', '18.4'] as const

/** `version` as the server writes it: `15.20 (Debian 15.20-0+deb12u1)`. */
export function refuseOldPostgres(version: string, place: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return
  throw problem(`DATABASE_URL: ${place} is PostgreSQL ${version}: use PostgreSQL ${OLDEST_MAJOR} or newer`)
}

/** `PostgreSQL 16.3, tested with 15.20 and 18.4`: what a person should know about a server nobody has tried. */
export function describePostgres(version: string): string {
  const [release = ''] = version.split(' ')
  const isTested = TESTED_POSTGRES.some(tested => tested === release)
  return isTested ? `PostgreSQL ${version}` : `PostgreSQL ${version}, tested with ${TESTED_POSTGRES.join(' and ')}`
}
