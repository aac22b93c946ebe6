/** How the rows of a report are told apart, which decides what they are called. */
export type KeyKind = 'month' | 'stage' | 'user' | 'text' | 'goal'

/** One report: what it answers, and how its figures are drawn. Its numbers, rows and links come from the server. */
export interface ReportFacts {
  /** As in `GET /app/api/insights/NAME`, and in the address. */
  name: string
  title: string
  question: string
  /** What is said when nothing was counted. */
  empty: string
  /** Months stand side by side, everything else below each other. */
  form: 'columns' | 'bars'
  keys: KeyKind
  /** What the first column of its table is called. */
  rows: string
  /** Drawn lighter behind the bar, where there is more than the bar says. */
  behind?: string
  /** What a mark on the bar says. */
  mark?: string
  /** Changes of which it is read again. */
  of: readonly string[]
  /** Looks ahead from this month, whatever months are chosen. */
  isAhead?: true
  /** About one pipeline: the first, unless one is chosen. */
  isOfPipeline?: true
}

const DEALS = ['deal', 'currency']
const STAGES = ['deal', 'stage', 'pipeline']

export const REPORTS: readonly ReportFacts[] = [
  {
    name: 'deals-won',
    title: 'Won deals',
    question: 'What was won in each month?',
    empty: 'Nothing was won in these months. Deals that you mark as won on the board are counted here.',
    form: 'columns',
    keys: 'month',
    rows: 'Month',
    of: DEALS,
  },
  {
    name: 'forecast',
    title: 'Forecast',
    question: 'What will open deals bring, by the month they are to close in?',
    empty: 'There are no open deals. Add one on the board, with the day you expect it to close.',
    form: 'columns',
    keys: 'month',
    rows: 'Month',
    behind: 'value',
    of: DEALS,
    isAhead: true,
  },
  {
    name: 'goals',
    title: 'Goals',
    question: 'How far are the goals reached, and are they on pace?',
    empty: 'There are no goals for today.',
    form: 'bars',
    keys: 'goal',
    rows: 'Goal',
    mark: 'pace',
    of: ['goal', 'deal', 'activity', 'currency'],
  },
  {
    name: 'conversion',
    title: 'Conversion',
    question: 'Of the deals added in these months, how many got as far as each stage?',
    empty: 'No deals were added to this pipeline in these months. Choose others, or add deals on the board.',
    form: 'bars',
    keys: 'stage',
    rows: 'Stage',
    of: STAGES,
    isOfPipeline: true,
  },
  {
    name: 'time-in-stage',
    title: 'Time in stage',
    question: 'How many days did the deals added in these months spend in each stage?',
    empty: 'No deals were added to this pipeline in these months. Choose others, or add deals on the board.',
    form: 'bars',
    keys: 'stage',
    rows: 'Stage',
    of: STAGES,
    isOfPipeline: true,
  },
  {
    name: 'won-by-person',
    title: 'Won by person',
    question: 'Who won how much?',
    empty: 'Nobody won a deal in these months.',
    form: 'bars',
    keys: 'user',
    rows: 'Person',
    of: DEALS,
  },
  {
    name: 'lost-reasons',
    title: 'Lost reasons',
    question: 'Why were deals lost?',
    empty: 'Nothing was lost in these months.',
    form: 'bars',
    keys: 'text',
    rows: 'Reason',
    of: DEALS,
  },
  {
    name: 'deals-added',
    title: 'New deals',
    question: 'How many deals were added in each month?',
    empty: 'No deals were added in these months. Choose others, or add deals on the board.',
    form: 'columns',
    keys: 'month',
    rows: 'Month',
    of: DEALS,
  },
  {
    name: 'activities-by-type',
    title: 'Activities by type',
    question: 'Which activities were done?',
    empty: 'No activities were done in these months. Those you tick off are counted here.',
    form: 'bars',
    keys: 'text',
    rows: 'Type',
    of: ['activity'],
  },
  {
    name: 'activities-by-person',
    title: 'Activities by person',
    question: 'Who did how many activities?',
    empty: 'No activities were done in these months. Those you tick off are counted here.',
    form: 'bars',
    keys: 'user',
    rows: 'Person',
    of: ['activity'],
  },
]

export function reportNamed(name: string): ReportFacts | undefined {
  return REPORTS.find(report => report.name === name)
}
