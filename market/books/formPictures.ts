import { isFailure } from '@portico/kit/api/failure'
import { newFileKey } from '@portico/kit/files/fileKey'
import { type RefusedFile, readUpload, type Upload } from '@portico/kit/files/readUpload'
import type { MarketServices } from '../api/context.ts'
import { LIMITS } from '../limits.ts'
import { type Draft, findDrafts, storeDrafts, takeDrafts } from './draftStore.ts'
import { attachPictures } from './pictureStore.ts'
import { dropPictures, dropUpload, PICTURES_UPLOAD, removeFiles, storePicture } from './pictures.ts'

/** More files than a book can have are read, so that those too many can be named. */
export const FORM_UPLOAD = { ...PICTURES_UPLOAD, maxFiles: 2 * LIMITS.pictures }

/** The pictures of a form: those that can be taken, and what is wrong with the others. */
export interface FormPictures {
  fields: Record<string, string>
  good: Draft[]
  /** A sentence for each file that was not taken. */
  wrong: string[]
}

/** The name of the check box that keeps a picture of a form that was refused before. */
export function keepField(picture: string): string {
  return `keep-${picture}`
}

/**
 * Reads a form with pictures. Each is re-encoded at once and waits as a draft, so that none is lost when something else
 * in the form is wrong. `room` is how many the book can still take.
 */
export async function readFormPictures(
  services: MarketServices,
  accountId: string,
  request: Request,
  room: number,
): Promise<FormPictures> {
  const upload = await readUpload(request, { store: services.files, ...FORM_UPLOAD, keepGood: LIMITS.pictures })
  try {
    const kept = await services.database.read(sql => findDrafts(sql, accountId, keptIn(upload)))
    const wrong = upload.refused.map(sentence)
    const made: Draft[] = []
    for (const { key, name } of upload.files) {
      if (kept.length + made.length >= room) wrong.push(sentence({ name, why: 'too many' }))
      else await makeDraft(services, key, name, made, wrong)
    }
    const good = [...kept, ...made].slice(0, room)
    await services.database.write(async sql =>
      dropPictures(sql, await storeDrafts(sql, accountId, good, services.now())),
    )
    return { fields: upload.fields, good, wrong }
  } finally {
    await dropUpload(services, upload)
  }
}

async function makeDraft(
  services: MarketServices,
  key: string,
  name: string,
  made: Draft[],
  wrong: string[],
): Promise<void> {
  const picture = newFileKey().slice(3)
  try {
    await storePicture(services, picture, key)
    made.push({ picture, name })
  } catch (error) {
    await removeFiles(services, [picture])
    if (!isFailure(error) || error.status >= 500) throw error
    wrong.push(`${name}: ${error.message}`)
  }
}

function keptIn({ fields }: Upload): string[] {
  const pictures = Object.keys(fields).flatMap(name => /^keep-([0-9a-f]{32})$/.exec(name)?.[1] ?? [])
  return pictures.slice(0, LIMITS.pictures)
}

function sentence({ name, why }: RefusedFile): string {
  return why === 'too many'
    ? `${name}: a book has at most ${LIMITS.pictures} pictures`
    : `${name} is larger than ${LIMITS.pictureBytes / 1e6} MB`
}

/** Turns drafts into the pictures of a book; false when the book is in a sale or has too many already. */
export function attachDrafts(
  services: MarketServices,
  accountId: string,
  bookId: string,
  drafts: readonly Draft[],
): Promise<boolean> {
  return services.database.write(async sql => {
    const pictures = await takeDrafts(
      sql,
      accountId,
      drafts.map(({ picture }) => picture),
    )
    if (pictures.length === 0 || (await attachPictures(sql, bookId, accountId, pictures))) return true
    await dropPictures(sql, pictures)
    return false
  })
}
