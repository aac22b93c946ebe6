import { call } from '../api/call.ts'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** Reasons that are offered when a deal is lost. The server keeps them as a whole. */
export function LostReasons({ base, rest }: SectionProps) {
  return <SettingsList of={LOST_REASONS} base={base} rest={rest} />
}

let all: readonly string[] = []
const store = async (reasons: readonly string[]) => {
  all = (await call<string[]>('PUT /app/api/lostReasons', { body: { reasons } })).data
}

const LOST_REASONS: SettingsListOf<string> = {
  title: 'Lost reasons',
  explains: 'Offered when somebody loses a deal; another reason can be written all the same.',
  one: 'reason',
  read: async () => {
    all = (await call<string[]>('GET /app/api/lostReasons')).data
    return all
  },
  idOf: encodeURIComponent,
  nameOf: reason => reason,
  empty: 'No reasons yet. With a few of them you see later why deals are lost.',
  fields: () => [{ name: 'reason', label: 'Reason', type: 'text', required: true }],
  values: reason => ({ reason: reason ?? '' }),
  add: { verb: 'Add a reason', run: ({ reason }) => store([...all, String(reason)]) },
  change: (before, { reason }) => store(all.map(each => (each === before ? String(reason) : each))),
  move: (reason, place) => store(all.filter(each => each !== reason).toSpliced(place - 1, 0, reason)),
  remove: {
    loses: () => 'Deals that were lost for it keep it.',
    run: reason => store(all.filter(each => each !== reason)),
  },
}
