import type { Call } from '../../api/api.ts'
import type { Sql } from '../../database/sql.ts'
import type { ClientsOf } from './clients.ts'
import { deviceCookie, newDevice, readDevice } from './device.ts'
import { storeKnownClients } from './knownClientStore.ts'

interface Remembering {
  product: string
  clientsOf: ClientsOf
  origin: string
}

/**
 * Whoever calls has shown to be the owner of the account: by its password, or by a link in a mail to its address. The
 * tries of strangers no longer count against this browser.
 */
export async function rememberClient(
  sql: Sql,
  { product, clientsOf, origin }: Remembering,
  call: Call,
  accountId: string | number,
): Promise<void> {
  const device = readDevice(product, call.request) ?? newDevice()
  call.headers.set('set-cookie', deviceCookie(product, device, origin))
  await storeKnownClients(sql, product, accountId, clientsOf(call, device), call.receivedAt)
}
