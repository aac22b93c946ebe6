import { readFile } from 'node:fs/promises'
import { findPlatformPackage } from '@portico/kit/embedded/locateBinaries'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'
import { describePostgres, refuseOldPostgres, TESTED_POSTGRES } from './postgresVersion.ts'

test('a server that was tested is named, one that was not is named with those that were', () => {
  expect(describePostgres('15.20 (Debian 15.20-0+deb12u1)')).toBe('PostgreSQL 15.20 (Debian 15.20-0+deb12u1)')
  expect(describePostgres('18.4')).toBe('PostgreSQL 18.4')
  expect(describePostgres('15.2')).toBe('PostgreSQL 15.2, tested with 15.20 and 18.4')
  expect(describePostgres('19beta1')).toBe('PostgreSQL 19beta1, tested with 15.20 and 18.4')
})

test('a server older than 15 is refused in one line', () => {
  expect(() => refuseOldPostgres('14.19 (Debian)', 'postgres://db/portico')).toThrow(
    /^DATABASE_URL: postgres:\/\/db\/portico is PostgreSQL 14\.19 \(Debian\): use PostgreSQL 15 or newer$/,
  )
  for (const version of ['15.0', '15.20 (Debian 15.20-0+deb12u1)', '18.4', '19beta1'])
    refuseOldPostgres(version, 'here')
})

test('the embedded one is among those tested, and the documents name them all', async () => {
  const { version } = await findPlatformPackage()
  expect(TESTED_POSTGRES).toContain(version.split('.').slice(0, 2).join('.'))
  const documents = await readFile(packageFolder(import.meta.url, '..', 'docs', 'operating.md'), 'utf8')
  expect(documents).toContain(`Tested with PostgreSQL ${TESTED_POSTGRES.join(' and ')}`)
})
