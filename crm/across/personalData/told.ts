import type { Crm, CrmServices } from '../../base/api/context.ts'
import { type Asked, readAs } from '../../base/api/jobContext.ts'
import { KINDS } from '../exports/kinds.ts'
import { ABOUT, countHiddenMail, linesAbout, recordsAbout } from './toldStore.ts'

const BATCH = 100

type Page = (crm: Crm, after: string | undefined) => Promise<{ id: string; wire: string }[]>

/**
 * Everything that is stored about a person as one JSON document, read while it is sent: a list of records for each kind,
 * and the history of the person. `ids` are those the person goes by.
 */
export async function* personalData(
  services: CrmServices,
  asked: Asked,
  ids: readonly number[],
  now: Date,
): AsyncGenerator<string> {
  const person = { companyId: asked.companyId, ids }
  const head = { as_of: now.toISOString(), person_ids: ids }
  yield JSON.stringify(head).slice(0, -1)
  for (const kind of KINDS) {
    const condition = ABOUT[kind.name]?.(person)
    if (condition) yield* list(kind.name, (crm, after) => recordsAbout(crm, kind, condition, after, BATCH))
  }
  yield* list('changes', (crm, after) => linesAbout(crm.sql, crm.actor.companyId, ids, after, BATCH))
  const mail = KINDS.find(kind => kind.name === 'mail_messages')
  const hidden = mail ? await readAs(services, asked, crm => countHiddenMail(crm, person, mail)) : 0
  yield `,"hidden_mail_messages":${hidden}}\n`

  async function* list(name: string, page: Page): AsyncGenerator<string> {
    yield `,\n${JSON.stringify(name)}:[`
    let after: string | undefined
    for (let isFirst = true; ; isFirst = false) {
      const from = after
      const rows = await readAs(services, asked, crm => page(crm, from))
      if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.map(row => row.wire).join(',\n')}`
      after = rows.at(-1)?.id
      if (rows.length < BATCH) break
    }
    yield ']'
  }
}
