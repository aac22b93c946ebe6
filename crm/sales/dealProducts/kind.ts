import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import type { SeenBy, Watched } from '../../base/records/watched.ts'
import { lineColumnsV1 } from './v1/wire.ts'
import { installmentColumns, lineColumnsV2 } from './v2/wire.ts'
import { lineJoins } from './wire.ts'

const seenBy: SeenBy = { links: [['deal_id', 'deal']] }

/** What is on a deal is seen with it. */
function maySeeDealOf(actor: Actor, alias: string): Fragment {
  const part = sql(alias)
  return sql`(select ${maySee(actor, 'deal', 'bearer')} from crm.deal bearer
    where bearer.company_id = ${part}.company_id and bearer.id = ${part}.deal_id)`
}

const products: Watched = {
  object: 'deal_product',
  logged: 'deal_product',
  table: 'deal_product',
  alias: 'x',
  maySee: actor => maySeeDealOf(actor, 'x'),
  seenBy,
  v1: () => ({ columns: lineColumnsV1(sql`false`), joins: lineJoins() }),
  v2: () => ({ columns: lineColumnsV2, joins: lineJoins() }),
}

const installments: Watched = {
  object: 'deal_installment',
  logged: 'deal_installment',
  table: 'deal_installment',
  alias: 'i',
  maySee: actor => maySeeDealOf(actor, 'i'),
  seenBy,
  v1: () => ({ columns: installmentColumns, joins: sql`` }),
}

export const dealProductKind = { watched: products }
export const dealInstallmentKind = { watched: installments }
