import { newSelection } from '../parts/selection.ts'
import type { AnyCard } from './cardKind.ts'

export const { selected, toggle: toggleSelected, clear: clearSelection } = newSelection<AnyCard>()
