import { failure } from '../api/failure.ts'
import { checkFilePrefix } from './fileKey.ts'

export interface S3Location {
  /** `https://s3.eu-central-1.amazonaws.com/bucket`, without a slash at the end. */
  bucketUrl: string
  bucket: string
  /** Empty, or with a slash at the end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What the caller read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
export interface S3Credentials {
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
}

/** No message here repeats the location, it may hold the secret. */
export function parseS3Location(location: string, credentials: S3Credentials): S3Location {
  const url = parseUrl(location)
  const { bucket, prefix } = readPath(url.pathname)
  const { region, scheme } = readQuery(url)
  const accessKeyId = decoded(url.username) || credentials.accessKeyId
  const secretAccessKey = decoded(url.password) || credentials.secretAccessKey
  if (!accessKeyId || !secretAccessKey) {
    throw wrong('needs credentials: s3://KEY:SECRET@host/bucket, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  return { bucketUrl: `${scheme}://${url.host}/${bucket}`, bucket, prefix, region, accessKeyId, secretAccessKey }
}

function parseUrl(location: string): URL {
  // Secrets of AWS often hold a slash, which ends the host part of an address unless it is written as %2F.
  if (!URL.canParse(location)) throw wrong('is not an address; write / as %2F, + as %2B and @ as %40 in the secret')
  const url = new URL(location)
  if (!url.host) throw wrong('names no host: s3://host/bucket')
  if (url.hash) throw wrong('holds a #; write it as %23')
  return url
}

function readPath(path: string): { bucket: string; prefix: string } {
  const [bucket, ...rest] = path.split('/').filter(Boolean)
  if (!bucket || !/^[a-zA-Z0-9][a-zA-Z0-9._-]{1,62}$/.test(bucket)) throw wrong('names no bucket: s3://host/bucket')
  const prefix = rest.map(part => `${part}/`).join('')
  checkFilePrefix(prefix)
  return { bucket, prefix }
}

function readQuery(url: URL): { region: string; scheme: string } {
  for (const name of url.searchParams.keys()) {
    if (name !== 'region' && name !== 'scheme') throw wrong('takes only region and scheme after the question mark')
  }
  const region = url.searchParams.get('region') ?? regionOfAws(url.hostname) ?? 'us-east-1'
  const scheme = url.searchParams.get('scheme') ?? 'https'
  if (!/^[a-z0-9-]+$/i.test(region)) throw wrong('has a malformed region')
  if (scheme !== 'http' && scheme !== 'https') throw wrong('has a scheme other than http and https')
  return { region, scheme }
}

function regionOfAws(host: string): string | undefined {
  return /^s3[.-]([a-z0-9-]+)\.amazonaws\.com(\.cn)?$/.exec(host)?.[1]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('holds a % that is no code; write it as %25')
  }
}

function wrong(what: string): Error {
  return failure('invalid', `The S3 location ${what}`)
}
