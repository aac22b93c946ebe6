import { call } from '../api/call.ts'
import { QuickForm } from '../parts/quickForm.tsx'
import { currency, refresh } from './boardStore.ts'
import type { BoardPlace } from './layout.ts'

/** A new deal at the head of its column. */
export function QuickAdd({ place, close }: { place: BoardPlace; close: () => void }) {
  return (
    <QuickForm
      label="Add deal"
      currency={currency.value}
      close={close}
      save={async ({ title, contact, value }, requestId) => {
        const amount = value === undefined ? {} : { value, currency: currency.value }
        await call('POST /v2/deals', { body: { title, ...place.fields, ...amount, ...contact }, requestId })
        await refresh()
      }}
    />
  )
}
