/** Ids of one record of each kind that can be read by itself; deals and leads also archived. */
export interface RecordIds {
  deal: number
  archivedDeal: number
  wonDeal: number
  person: number
  organization: number
  product: number
  lead: string
  archivedLead: string
  activity: number
  file: number
  note: number
  callLog: string
  channel: string
  webhook: number
  comment: string
  mailThread: number
  mailMessage: number
  /** Open to everybody, so that hidden records are linked to an open one. */
  project: number
  archivedProject: number
  board: number
  phase: number
  task: number
  projectTemplate: number
  /** Goals are for everyone to see: none where the other records are hidden. */
  goal: string
  filters: readonly number[]
  relationship: number
  subscription: number
  convertedDeal: number
  dealConversion: string
  convertedLead: string
  leadConversion: string
}

/** The form of an id without a goal of that id. */
export const NO_GOAL = '00000000000000000000000000000000'

/** Ids of the right form that no record has. */
export const NO_RECORDS: RecordIds = {
  deal: 900_001,
  archivedDeal: 900_002,
  wonDeal: 900_003,
  person: 900_004,
  organization: 900_005,
  product: 900_006,
  lead: '00000000-0000-4000-8000-000000000001',
  archivedLead: '00000000-0000-4000-8000-000000000002',
  activity: 900_007,
  file: 900_008,
  filters: [900_011, 900_012, 900_013, 900_014, 900_015, 900_016, 900_023],
  relationship: 900_009,
  subscription: 900_010,
  convertedDeal: 900_017,
  dealConversion: '00000000-0000-4000-8000-000000000003',
  convertedLead: '00000000-0000-4000-8000-000000000004',
  leadConversion: '00000000-0000-4000-8000-000000000005',
  note: 900_020,
  comment: '00000000-0000-4000-8000-000000000006',
  mailThread: 900_021,
  mailMessage: 900_022,
  // Projects are open to everybody: a test sets these to those there are.
  project: 0,
  archivedProject: 0,
  board: 0,
  phase: 0,
  task: 0,
  projectTemplate: 0,
  goal: NO_GOAL,
  callLog: '00000000-0000-4000-8000-000000000007',
  channel: '00000000-0000-4000-8000-000000000008',
  webhook: 900_024,
}
