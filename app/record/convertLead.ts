import { call } from '../api/call.ts'

interface Conversion {
  conversion_id: string
  status: 'not_started' | 'running' | 'completed' | 'failed' | 'rejected'
  deal_id?: number
  problem?: string
}

const EVERY_MS = 250
const MOST_TIMES = 120

/** Makes a deal of a lead, with all that belongs to it, and gives its id. The server does so a moment after it was asked. */
export async function convertLead(
  id: string,
  to: { stage_id?: number; pipeline_id?: number } = {},
  undoneBy: { requestId?: string } = {},
): Promise<number> {
  const { data: started } = await call<Conversion>(`POST /v2/leads/${id}/convert/deal`, { body: to, ...undoneBy })
  for (let times = 0; times < MOST_TIMES; times++) {
    const { data } = await call<Conversion>(`GET /v2/leads/${id}/convert/status/${started.conversion_id}`)
    if (data.status === 'completed' && data.deal_id) return data.deal_id
    if (data.status === 'failed' || data.status === 'rejected')
      throw new Error(`The lead could not be made a deal: ${data.problem ?? data.status}`)
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
  }
  throw new Error('The lead is still being made a deal. Look for it among the deals in a moment')
}
