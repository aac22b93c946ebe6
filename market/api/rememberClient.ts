import { rememberClient as remember } from '@portico/kit/access/throttle/rememberClient'
import type { Market } from './context.ts'

/** Remembers the calling browser and network for the account; see kit. */
export async function rememberClient({ services, call }: Market, accountId: string): Promise<void> {
  const { clientsOf, origin } = services
  await services.database.write(sql => remember(sql, { product: 'market', clientsOf, origin }, call, accountId))
}
