import { toldFiles } from './told.ts'
import { recentFiles } from './v1/recent.ts'

export const fileKind = { recent: recentFiles, told: toldFiles }
