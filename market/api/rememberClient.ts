import type { Market } from './context.ts'
import { deviceCookie, newDevice, readDevice } from './device.ts'
import { storeKnownClients } from './knownClientStore.ts'

/** Whoever calls has shown to be the owner of the account: by its password, or by a link in a mail to its address. */
export async function rememberClient({ services, call, now }: Market, accountId: string): Promise<void> {
  const device = readDevice(call.request) ?? newDevice()
  call.headers.set('set-cookie', deviceCookie(device, services.origin))
  const clients = services.clientsOf(call, device)
  await services.database.write(sql => storeKnownClients(sql, accountId, clients, now))
}
