import type { Product } from '@portico/kit/api/product'
import { serveApi } from '@portico/kit/api/serveApi'
import type { MarketOptions } from './api/context.ts'
import { marketApi } from './api/marketApi.ts'
import { DROP_PICTURES, removeFiles } from './books/pictures.ts'
import { MATCH, matchAll } from './matches/matching.ts'
import { SEND_MAIL } from './notices/notifyStore.ts'
import { sendMail } from './notices/sendMail.ts'
import { openServices } from './openServices.ts'
import { marketPages } from './pages/marketPages.tsx'
import { MAIL_FOUND, mailFound } from './savedSearches/mailFound.ts'
import { TELL_SEARCHERS, tellSearchers } from './savedSearches/tellSearchers.ts'
import { runDailyUpkeep } from './upkeep/daily.ts'
import { checkDeadlines } from './upkeep/deadlines.ts'

export type { MarketOptions } from './api/context.ts'

/** The marketplace: its API, its pages and its jobs. */
export async function openMarket(options: MarketOptions): Promise<Product> {
  const services = openServices(options)
  return {
    name: 'market',
    apis: [serveApi(marketApi(services))],
    pages: await marketPages(services),
    tasks: {
      [SEND_MAIL]: sendMail(services),
      [MATCH]: matchAll(services),
      [TELL_SEARCHERS]: tellSearchers(services),
      [MAIL_FOUND]: mailFound(services),
      [DROP_PICTURES]: ({ pictures }: { pictures: string[] }) => removeFiles(services, pictures),
      'market:deadlines': checkDeadlines(services),
      'market:daily': runDailyUpkeep(services),
    },
    timetable: [
      { task: 'market:deadlines', at: '7 * * * *' },
      { task: MAIL_FOUND, at: '37 * * * *' },
      { task: 'market:daily', at: '23 4 * * *' },
    ],
  }
}
