import { readFile } from 'node:fs/promises'
import { LIMITS as CRM } from '@portico/crm/base/limits/atRest'
import { connect } from '@portico/kit/database/connect'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { databaseForThisTest } from '@portico/kit/testing/testDatabase'
import { LIMITS as MARKET } from '@portico/market/limits'
import { expect, test } from 'vitest'
import { allMigrations } from './start/migrateAll.ts'

/** What the table in `docs/operating.md` calls each limit. A limit without a name here does not compile. */
const CRM_NAMES: Record<keyof typeof CRM, string> = {
  lineCharacters: 'a name, title, code, e-mail, phone, part of an address',
  textCharacters: 'notes, descriptions, custom fields of the type text',
  noteBytes: 'bytes of a note or of a comment, as HTML',
  mailBodyBytes: 'bytes of the body of a mail message, as HTML',
  mailSubjectCharacters: 'the subject of a mail message',
  mailAttachments: 'files attached to a mail message written here',
  mailAttachedBytes: 'bytes of them together',
  mailParties: 'senders and recipients of a mail message',
  lostReasonCharacters: 'the reason a deal was lost',
  lostReasons: 'reasons for losing a deal that a company offers',
  priceNoteCharacters: 'notes of a price',
  contactPoints: 'e-mails, phones, messengers of a person, each',
  labels: 'labels of a record',
  attendees: 'attendees of an activity',
  activityParticipants: 'participants of an activity',
  projectLinks: 'deals, persons, organizations of a project, each, given at once',
  taskAssignees: 'assignees of a task',
  templateTasks: 'tasks of a template of projects, with subtasks',
  templateActivities: 'activities of a template of projects',
  templateGroups: 'groups of a template of projects',
  templateBytes: 'bytes of a template of projects, as JSON',
  pricesOfProduct: 'prices of a product or of a variation',
  subscriptionPayments: 'payments of a subscription beside the regular ones',
  filterConditions: 'conditions of a filter',
  filterValueCharacters: 'the value of a condition',
  filterValues: 'the values of a condition',
  fieldOptions: 'options of a field',
  customFieldsGiven: 'custom fields named in one request',
  fieldPlaces: 'stages or pipelines a field is shown in',
  upsertRecords: 'records of an upsert',
  revertedChanges: 'changes undone at once',
  bulkRecords: 'records of a bulk change',
  bulkNamed: 'records that a bulk change names one by one',
  keptProblems: 'problems of a bulk change or an import that are told one by one',
  importBytes: 'bytes of a file that is imported',
  importRows: 'rows of a file that is imported',
  importColumns: 'columns of a file that is imported',
  importMappings: 'headers of imported files that a company remembers',
  bulkProducts: 'products added at once',
  exchangeRates: 'exchange rates given at once',
  timelinePeriodDeals: 'deals of an interval in a timeline',
  timelineDeals: 'deals of a timeline',
  goalPlaces: 'pipelines or activity types of a goal',
  webhookUrlCharacters: 'the address of a webhook',
  redeliveries: 'deliveries of a webhook sent again at once',
  roleLevels: 'levels of roles below each other',
  rolePipelines: 'pipelines shown to a role or hidden from it at once',
  keptSeparate: 'people or organizations that one is kept separate from as no duplicates',
  viewColumns: 'columns that a user has chosen for a list',
  viewWidths: 'columns of a list whose width a user has chosen',
  teamUsers: 'users put into a team or taken out of it at once',
}

const MARKET_NAMES: Record<keyof typeof MARKET, string> = {
  cartBooks: 'books in a cart',
  openRequests: 'open requests of a person',
  savedSearches: 'saved searches of a person',
  pictures: 'pictures of a book',
  pictureBytes: 'bytes of a picture',
  pictureDrafts: 'pictures of a person that belong to no book yet',
  messageCharacters: 'characters of a message between buyer and seller',
  messagesAnHour: 'messages of a person to buyers and sellers in an hour',
  conversationsADay: 'new conversations of a person about books in a day',
  rows: 'rows of a list of the marketplace',
  universities: 'universities',
  universityDomains: 'domains of a university',
}

test('the documents list every limit at rest as it is, and no other', async () => {
  const declared = [
    ...Object.entries(CRM).map(([key, most]) =>
      line(nameOf(CRM_NAMES, key), most, key.endsWith('Characters') ? 'characters' : ''),
    ),
    ...Object.entries(MARKET).map(([key, most]) => line(nameOf(MARKET_NAMES, key), most)),
    ...(await countedLists()).map(({ owner, most, rows }) => line(owner, most, rows)),
    '| custom_fields of a record | 256 kB in all |',
  ]

  const documents = await readFile(packageFolder(import.meta.url, '..', 'docs', 'operating.md'), 'utf8')
  const [, section = ''] = documents.split('## Limits at rest')
  const [table = ''] = section.split('\n## ')
  const listed = table.split('\n').filter(row => row.startsWith('| ') && !row.startsWith('| of |'))
  expect(listed.sort()).toEqual(declared.sort())
})

function line(of: string, most: number, what = ''): string {
  return `| ${of} | ${`${most.toLocaleString('en')} ${what}`.trim()} |`
}

function nameOf(names: Record<string, string>, key: string): string {
  return names[key] ?? key
}

/** The lists that triggers count, out of the catalogue: their arguments end with a zero byte each. */
async function countedLists(): Promise<{ owner: string; most: number; rows: string }[]> {
  const sql = connect(await databaseForThisTest(allMigrations))
  const triggers = await sql<{ given: string }[]>`
    select encode(tgargs, 'escape') as given from pg_trigger
    where tgfoid = 'crm.keep_within'::regproc and not tgisinternal`
  await sql.end()
  return triggers.map(({ given }) => {
    const [, most, , owner = '', rows = ''] = given.split('\\000')
    return { owner, most: Number(most), rows }
  })
}
