import { fileFeed } from './v1/feed.ts'
import { recentFiles } from './v1/recent.ts'

export const fileKind = { recent: recentFiles, fed: fileFeed }
