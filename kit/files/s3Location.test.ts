import { expect, test } from 'vitest'
import { parseS3Location } from './s3Location.ts'

const CREDENTIALS = { accessKeyId: 'GIVEN', secretAccessKey: 'given secret' }

test('reads every part of a location', () => {
  const location = parseS3Location('s3://KEY:se%2Fcr%2Bet%40@minio.lan:9000/files/crm/2026?region=eu-1&scheme=http', {})

  expect(location).toEqual({
    bucketUrl: 'http://minio.lan:9000/files',
    bucket: 'files',
    prefix: 'crm/2026/',
    region: 'eu-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'se/cr+et@',
  })
})

test('takes credentials from outside, https and the region of an AWS host by default', () => {
  expect(parseS3Location('s3://s3.eu-central-1.amazonaws.com/acme', CREDENTIALS)).toEqual({
    bucketUrl: 'https://s3.eu-central-1.amazonaws.com/acme',
    bucket: 'acme',
    prefix: '',
    region: 'eu-central-1',
    ...CREDENTIALS,
  })
  expect(parseS3Location('s3://s3.cn-north-1.amazonaws.com.cn/acme', CREDENTIALS).region).toBe('cn-north-1')
  for (const host of ['minio.lan', 'acme.s3.eu-1.amazonaws.com', 's3.eu-1.amazonaws.com.lan'])
    expect(parseS3Location(`s3://${host}/acme/`, CREDENTIALS).region).toBe('us-east-1')
})

test('credentials in the location win', () => {
  expect(parseS3Location('s3://KEY:SECRET@host/acme', CREDENTIALS)).toMatchObject({
    accessKeyId: 'KEY',
    secretAccessKey: 'SECRET',
  })
})

test.each([
  ['s3://KEY:abc/def@host/bucket', 'is not an address; write / as %2F'],
  ['s3://KEY:hunter2@host', 'names no bucket'],
  ['s3://KEY:hunter2@host/', 'names no bucket'],
  ['s3://KEY:hunter2@host/-bucket', 'names no bucket'],
  ['s3://KEY:hunter2@host/buc~ket', 'names no bucket'],
  ['s3://KEY:hunter2@host/b', 'names no bucket'],
  ['s3:///bucket', 'names no host'],
  ['s3://host/bucket', 'needs credentials'],
  ['s3://KEY@host/bucket', 'needs credentials'],
  ['s3://KEY:hunter2@host/bucket?scheme=ftp', 'has a scheme other than http and https'],
  ['s3://KEY:hunter2@host/bucket?region=a%20b', 'has a malformed region'],
  ['s3://KEY:hunter2@host/bucket?colour=red', 'takes only region and scheme'],
  ['s3://KEY:hunter2@host/bucket#x', 'holds a #'],
  ['s3://KEY:hunter2@host/bucket/%2e%2e%2f', 'not a prefix'],
  ['s3://KEY:hunter2%RET@host/bucket', 'holds a % that is no code'],
])('400 for %s', (location, message) => {
  expect(() => parseS3Location(location, {})).toThrow(
    expect.objectContaining({ code: 'invalid', message: expect.stringContaining(message) }),
  )
  expect(() => parseS3Location(location, {})).not.toThrow(/hunter2|abc/)
})
