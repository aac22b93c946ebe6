import { fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { SeenBy, Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { maySeeDealOf } from '../deals/visibility.ts'
import { lineColumnsV1 } from './v1/wire.ts'
import { DealProduct, Installment } from './v2/shape.ts'
import { installmentColumns, lineColumnsV2 } from './v2/wire.ts'
import { lineJoins } from './wire.ts'

const seenBy: SeenBy = { links: [['deal_id', 'deal']] }

const product = {
  logged: 'deal_product',
  table: 'deal_product',
  alias: 'x',
  maySee: (actor: Actor) => maySeeDealOf(actor, 'x'),
} as const

const products: Told = {
  ...product,
  feed: {
    scopes: ['products:read', 'products:full', 'deals:read', 'deals:full'],
    shape: DealProduct,
    show: shownInColumns(product, { columns: lineColumnsV2, joins: lineJoins() }),
  },
  webhook: {
    object: 'deal_product',
    seenBy,
    v1: () => ({ columns: lineColumnsV1(sql`false`), joins: lineJoins() }),
    v2: () => ({ columns: lineColumnsV2, joins: lineJoins() }),
  },
}

const installment = {
  logged: 'deal_installment',
  table: 'deal_installment',
  alias: 'i',
  maySee: (actor: Actor) => maySeeDealOf(actor, 'i'),
} as const

const installments: Told = {
  ...installment,
  feed: {
    scopes: ['deals:read', 'deals:full'],
    shape: Installment,
    show: shownInColumns(installment, { columns: installmentColumns }),
  },
  webhook: {
    object: 'deal_installment',
    seenBy,
    v1: () => ({ columns: installmentColumns, joins: sql`` }),
  },
}

export const dealProductKind = { told: products }
export const dealInstallmentKind = { told: installments }
