import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { newSelection } from '../parts/selection.ts'

export const { selected, toggle: toggleSelected, clear: clearSelection } = newSelection<BoardCard>()
