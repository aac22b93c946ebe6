import { type ClientNetwork, clientNetworks } from '@portico/kit/clientNetwork'

/** Where a call comes from, as throttling counts places. */
export type PlaceOf = ClientNetwork
export const openPlaces = clientNetworks
