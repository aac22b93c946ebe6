import type { ExportRow } from './store.ts'
import type { Part } from './workStore.ts'

/** What an archive says about itself: as of when, whose eyes, and how many records and which bytes each file holds. */
export function manifestOf(
  { company_id, id, user_id, format, moment_time, done, include_files }: ExportRow,
  parts: readonly Part[],
  digests: ReadonlyMap<string, string>,
): object {
  const files = [...digests].map(([name, sha256]) => {
    const own = parts.filter(part => part.entry === name)
    return {
      name,
      records: sum(own, 'rows'),
      bytes: sum(own, 'content_bytes'),
      sha256,
    }
  })
  return {
    export_id: id,
    company_id,
    user_id,
    format,
    as_of: moment_time?.toISOString() ?? null,
    include_files,
    records: done,
    files,
  }
}

function sum(parts: readonly Part[], column: 'rows' | 'content_bytes'): number {
  return parts.reduce((all, part) => all + Number(part[column]), 0)
}
