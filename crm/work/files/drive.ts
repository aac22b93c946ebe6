import { failure } from '@portico/kit/api/failure'

/** Files kept by Google Drive. Portico never calls Google: it keeps what leads there. */

export const REMOTE_TYPES = ['gdoc', 'gslides', 'gsheet', 'gform', 'gdraw'] as const

/** Opens a file by its id, whatever its type. */
export const DRIVE_ADDRESS = 'https://drive.google.com/open?id='

/** Where whoever is signed in at Google makes an empty file of the type. */
export const NEW_FILE_ADDRESSES: Readonly<Record<(typeof REMOTE_TYPES)[number], string>> = {
  gdoc: 'https://docs.google.com/document/create',
  gslides: 'https://docs.google.com/presentation/create',
  gsheet: 'https://docs.google.com/spreadsheets/create',
  gform: 'https://docs.google.com/forms/create',
  gdraw: 'https://docs.google.com/drawings/create',
}

/** Ids are put into addresses, so nothing else gets in. */
export function readDriveId(given: string): string {
  const id = given.trim()
  if (!/^[\w-]{1,200}$/.test(id))
    throw failure('invalid', 'remote_id must be the id of a file in Google Drive: letters, digits, - and _', {
      field: 'remote_id',
    })
  return id
}
