import { call } from '../api/call.ts'
import { today } from '../parts/days.ts'
import { go } from '../shell/location.ts'
import { tell } from '../shell/toasts.ts'
import { readFirstSight } from '../store/firstSight.ts'
import { changed } from '../store/live.ts'

export async function addSamples(): Promise<void> {
  await call('POST /app/api/sample-data', { body: { today: today() } })
  await readFirstSight()
  changed('*')
  go('/app/deals')
}

/** What people have added themselves stays. */
export async function removeSamples(): Promise<void> {
  const { data } = await call<{ removed: number }>('DELETE /app/api/sample-data')
  await readFirstSight()
  changed('*')
  tell(`Removed ${data.removed} sample records`)
  go('/app')
}
