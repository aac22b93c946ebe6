import Type from 'typebox'

/**
 * How much a record or a company may hold. Schemas take these for what comes in one request; lists that grow row by row
 * are counted by the database (`crm/migrations/0013_limits.sql`). `docs/operating.md` lists them all.
 */
export const LIMITS = {
  /** Names, titles, codes, addresses, e-mails, phones. */
  lineCharacters: 255,
  /** Notes, descriptions and custom fields of the type text. */
  textCharacters: 65_535,
  /** The HTML of a note or of a comment. */
  noteBytes: 100_000,
  /** The body of a mail message as HTML; what is larger is kept as an attachment. */
  mailBodyBytes: 1_000_000,
  mailSubjectCharacters: 998,
  /** Files that go with a message written here, and their bytes together: encoded, other servers still take them. */
  mailAttachments: 20,
  mailAttachedBytes: 25_000_000,
  /** Senders and recipients of a mail message. */
  mailParties: 500,
  lostReasonCharacters: 2000,
  /** Reasons for losing a deal that a company offers. */
  lostReasons: 100,
  priceNoteCharacters: 1000,
  /** E-mails of a person, and likewise phones and instant messengers. */
  contactPoints: 50,
  labels: 100,
  attendees: 500,
  activityParticipants: 100,
  projectLinks: 500,
  taskAssignees: 100,
  /** Tasks and subtasks of a template of projects. */
  templateTasks: 500,
  templateActivities: 200,
  templateGroups: 100,
  /** All that a template holds, as JSON. */
  templateBytes: 1_000_000,
  pricesOfProduct: 200,
  subscriptionPayments: 500,
  filterConditions: 16,
  filterValueCharacters: 5000,
  filterValues: 500,
  /** Options named in one request and options of one field. */
  fieldOptions: 10_000,
  /** Fields a request may name: those of the company and as many that it does not know. */
  customFieldsGiven: 1000,
  /** Stages or pipelines a field is shown in. */
  fieldPlaces: 1000,
  upsertRecords: 500,
  /** Changes that one call undoes. */
  revertedChanges: 500,
  /** Records of a bulk change. */
  bulkRecords: 100_000,
  /** Records that a bulk change names one by one. */
  bulkNamed: 10_000,
  /** Of a bulk change or an import, told one by one; the rest is counted. */
  keptProblems: 200,
  importBytes: 50_000_000,
  importRows: 50_000,
  importColumns: 200,
  /** Headers of files whose columns a company remembers. */
  importMappings: 500,
  bulkProducts: 100,
  exchangeRates: 500,
  /** Deals of one interval of a timeline, and of all its intervals together; the sums count all. */
  timelinePeriodDeals: 500,
  timelineDeals: 5000,
  /** Pipelines or activity types that a goal is about. */
  goalPlaces: 200,
  webhookUrlCharacters: 2000,
  /** Deliveries of a webhook that one call has sent again. */
  redeliveries: 10_000,
  /** The topmost role is the first. */
  roleLevels: 20,
  rolePipelines: 200,
  /** Records that one is kept separate from as no duplicates. */
  keptSeparate: 500,
  /** Columns that a user has chosen for a list, and columns whose width they have. */
  viewColumns: 100,
  viewWidths: 500,
  /** Users named in one request. */
  teamUsers: 1000,
} as const

/** Texts that are read as something else, so that nobody needs more room for them. */
export const TimeText = Type.String({ maxLength: 40 })
export const NumberText = Type.String({ maxLength: 50 })
export const CurrencyCode = Type.String({ maxLength: 10 })

/** Custom fields by key; each value is read by the type of its field. */
export const CustomFields = Type.Record(Type.String({ maxLength: LIMITS.lineCharacters }), Type.Unknown(), {
  maxProperties: LIMITS.customFieldsGiven,
})
