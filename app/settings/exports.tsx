import type { Export } from '@portico/crm/across/exports/v2/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { userName } from '../store/company.ts'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

const EVERY_MS = 1_500

/** All data of the company as files; how far an export is, is asked for while one is under way. */
export function Exports({ base, rest }: SectionProps) {
  const round = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (isUnderWay && document.visibilityState === 'visible') round.value++
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return <SettingsList of={EXPORTS} base={base} rest={rest} again={round.value} />
}

let isUnderWay = false

const EXPORTS: SettingsListOf<Export> = {
  title: 'Export everything',
  explains: 'Everything of the company that you may see, as a ZIP archive that is kept for seven days.',
  one: 'export',
  read: async () => {
    const { data } = await call<Export[]>('GET /v2/exports')
    isUnderWay = data.some(({ state }) => state === 'waiting' || state === 'running')
    return data
  },
  idOf: ({ id }) => id,
  nameOf: ({ add_time, format }) => `${add_time.slice(0, 16).replace('T', ' ')}, ${format}`,
  mark: ({ state }) => <span class="tag">{state}</span>,
  facts: item => `by ${userName(item.user_id)} · ${progressOf(item)}`,
  empty: 'Nothing was exported yet.',
  fields: () => [
    {
      name: 'format',
      label: 'Format',
      type: 'choice',
      choices: [
        { id: 'csv', label: 'CSV, for spreadsheets' },
        { id: 'ndjson', label: 'JSON, for programs' },
      ],
    },
    { name: 'include_files', label: 'With the contents of files', type: 'switch' },
  ],
  values: () => ({ format: 'csv', include_files: false }),
  add: { verb: 'Start an export', run: body => call('POST /v2/exports', { body }) },
  actions: ({ state, id }) =>
    state === 'done' ? [{ label: 'Download', run: () => location.assign(`/v2/exports/${id}/download`) }] : [],
  remove: {
    loses: ({ state }) => (state === 'running' ? 'It is given up.' : 'The archive is gone; you can make another one.'),
    run: ({ id }) => call(`DELETE /v2/exports/${id}`),
  },
}

function progressOf({ state, progress, problem, size }: Export): string {
  if (problem) return problem
  const done = progress.reduce((sum, each) => sum + each.done, 0)
  const total = progress.reduce((sum, each) => sum + (each.total ?? 0), 0)
  if (state === 'done') return `${done} records, ${Math.ceil(size / 1000).toLocaleString()} kB`
  return total > 0 ? `${done} of ${total} records` : 'about to begin'
}
