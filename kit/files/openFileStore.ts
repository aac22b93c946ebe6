import { join } from 'node:path'
import { failure } from '../api/failure.ts'
import { openDiskStore } from './diskStore.ts'
import type { FileStore } from './fileStore.ts'
import { parseS3Location, type S3Credentials } from './s3Location.ts'
import { openS3Store } from './s3Store.ts'

/**
 * Opens the store a setting names: `disk` (the directory `files` in the data directory) or
 * `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…&scheme=http|https]`.
 * Key and secret may come as `credentials` instead; what the location says wins.
 *
 * @example await openFileStore('disk', './data')
 * @example await openFileStore('s3://s3.eu-central-1.amazonaws.com/acme-files/crm', './data', { accessKeyId, secretAccessKey })
 */
export async function openFileStore(
  location: string,
  dataDirectory: string,
  credentials: S3Credentials = {},
): Promise<FileStore> {
  if (location === 'disk') return openDiskStore(join(dataDirectory, 'files'))
  if (location.startsWith('s3://')) return openS3Store(parseS3Location(location, credentials))
  throw failure('invalid', 'Files are kept on "disk" or in "s3://host/bucket"; the setting names neither')
}
