import { recentFiles } from './v1/recent.ts'

export const fileKind = { recent: recentFiles }
