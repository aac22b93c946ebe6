import { isZkAvailable } from 'gate'

export type GateProviders = readonly ('self' | 'zk')[]

/** What the gates of this server offer: ZKPassport too where its SDK, half a gigabyte, has been installed. */
export async function gateProviders(isZkThere: () => Promise<boolean> = isZkAvailable): Promise<GateProviders> {
  return (await isZkThere()) ? ['self', 'zk'] : ['self']
}
