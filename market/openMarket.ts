import type { Product } from '@portico/kit/product'
import { serveApi } from '@portico/kit/serveApi'
import type { MarketServices } from './api/context.ts'
import { marketApi } from './api/marketApi.ts'
import { DROP_PICTURES, removeFiles } from './books/pictures.ts'
import { MATCH, matchAll } from './matches/matching.ts'
import { sendMail } from './notices/sendMail.ts'
import { SEND_MAIL } from './notices/tell.ts'
import { openHouse } from './openHouse.ts'
import { marketPages } from './pages/marketPages.tsx'
import { keepHouse } from './upkeep/daily.ts'
import { keepDeadlines } from './upkeep/deadlines.ts'

export type { MarketServices } from './api/context.ts'

/** The marketplace: its API, its pages and its jobs. */
export async function openMarket(services: MarketServices): Promise<Product> {
  const house = openHouse(services)
  return {
    name: 'market',
    apis: [serveApi(marketApi(house))],
    pages: await marketPages(house),
    tasks: {
      [SEND_MAIL]: sendMail(house),
      [MATCH]: matchAll(house),
      [DROP_PICTURES]: ({ pictures }: { pictures: string[] }) => removeFiles(house, pictures),
      'market:deadlines': keepDeadlines(house),
      'market:daily': keepHouse(house),
    },
    timetable: [
      { task: 'market:deadlines', at: '7 * * * *' },
      { task: 'market:daily', at: '23 4 * * *' },
    ],
  }
}
