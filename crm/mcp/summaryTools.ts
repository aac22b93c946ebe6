import { isRecord } from '@portico/kit/api/isRecord'
import type { Tool } from './tool.ts'

/** What would take an assistant several calls, or sums that it should not work out by itself. */
export const summaryTools: readonly Tool[] = [
  {
    name: 'list_pipelines',
    title: 'List pipelines with their stages',
    description: 'Lists the pipelines, each with its stages in order: their ids are stage_id and pipeline_id of deals.',
    api: 'crm-v2',
    route: 'GET /pipelines',
    takes: [],
    async gather(ask) {
      const { data: pipelines } = await ask('crm-v2', 'GET /pipelines', { limit: MOST })
      const { data: stages } = await ask('crm-v2', 'GET /stages', { limit: MOST, sort_by: 'order_nr' })
      const data = recordsIn(pipelines).map(({ id, name }) => {
        const own = recordsIn(stages).filter(stage => stage.pipeline_id === id)
        return { id, name, stages: own.map(({ id, name, deal_probability }) => ({ id, name, deal_probability })) }
      })
      return { data }
    },
  },
  {
    name: 'summarize_deals',
    title: 'Sum up deals',
    description: 'Counts deals and adds up their values by currency, and weighted by probability.',
    api: 'crm-v1',
    route: 'GET /deals/summary',
    takes: ['status', 'user_id', 'pipeline_id', 'stage_id', 'filter_id'],
  },
  {
    name: 'summarize_pipeline',
    title: 'Sum up a pipeline',
    description: 'Counts the open deals of a pipeline and adds up their values, stage by stage.',
    api: 'crm-v1',
    route: 'GET /pipelines/{id}',
    takes: ['id', 'totals_convert_currency'],
  },
  {
    name: 'list_due_activities',
    title: 'List what is due',
    description: 'Lists activities that are not done and due today or overdue: yours, or of another user.',
    api: 'crm-v1',
    route: 'GET /activities',
    takes: ['user_id', 'end_date', 'type', 'limit'],
    async gather(ask, { limit, ...given }) {
      const today = String(given.end_date ?? todayOf(await ask('crm-v1', 'GET /users/me', {})))
      const asked = { ...given, end_date: today, done: 0, limit: MOST }
      const due = recordsIn((await ask('crm-v1', 'GET /activities', asked)).data).sort(byTime)
      const shown = due.slice(0, Number(limit)).map(activity => pick(activity, SHOWN))
      const left = due.length - shown.length
      return {
        data: {
          day: today,
          overdue: shown.filter(({ due_date }) => String(due_date) < today),
          due: shown.filter(({ due_date }) => String(due_date) >= today),
          ...(left > 0 && { more: `${left} more: call again with a larger limit, or for one type or user` }),
        },
      }
    },
  },
]

/** What one call gives at most: all pipelines and stages, and more activities than anybody gets to. */
const MOST = 500

const SHOWN = [
  ...['id', 'subject', 'type', 'due_date', 'due_time', 'user_id', 'deal_id', 'deal_title', 'lead_id'],
  ...['person_id', 'person_name', 'org_id', 'org_name', 'project_id'],
]

const pick = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, record[name]]))

function byTime(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return `${a.due_date} ${a.due_time}` < `${b.due_date} ${b.due_time}` ? -1 : 1
}

/** The day it is where the user is. */
function todayOf({ data }: { data: unknown }): string {
  const zone = isRecord(data) && typeof data.timezone_name === 'string' ? data.timezone_name : 'UTC'
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
}

function recordsIn(data: unknown): Record<string, unknown>[] {
  return Array.isArray(data) ? data.filter(isRecord) : []
}
