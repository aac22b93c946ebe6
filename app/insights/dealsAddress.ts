import type { ReportRow } from '@portico/crm/sales/insights/app/shape'
import { chipsFrom, writeChips } from '../lists/chips.ts'

/** Where the deals of a row are listed, if a list can show exactly them and there are any. */
export function dealsAddress({ deals, values }: ReportRow): string | undefined {
  if (!deals || values.every(value => !value)) return undefined
  return `/app/deals/list?${new URLSearchParams({ where: writeChips(chipsFrom(deals)) ?? '' })}`
}
