import type { Product } from '@portico/kit/product'
import type { House } from '../api/context.ts'

export async function marketPages(house: House): Promise<NonNullable<Product['pages']>> {
  return app => {
    app.get('/market', context => context.html(<p>{house.origin}</p>))
  }
}
