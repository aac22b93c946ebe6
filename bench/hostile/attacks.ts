import type { Attack } from './attack.ts'
import { bodies } from './attacks/bodies.ts'
import { compressed } from './attacks/compressed.ts'
import { connections } from './attacks/connections.ts'
import { documents } from './attacks/documents.ts'
import { gateAttacks } from './attacks/gateAttacks.ts'
import { headers } from './attacks/headers.ts'
import { leaving } from './attacks/leaving.ts'
import { lists } from './attacks/lists.ts'
import { longNumbers } from './attacks/longNumbers.ts'
import { protocol } from './attacks/protocol.ts'
import { repeated } from './attacks/repeated.ts'
import { searches } from './attacks/searches.ts'
import { shapes } from './attacks/shapes.ts'
import { signIn } from './attacks/signIn.ts'
import { uploads } from './attacks/uploads.ts'
import { writes } from './attacks/writes.ts'

/** Every attack there is. A new one is a value in one of these lists. */
export const ATTACKS: readonly Attack[] = [
  ...repeated,
  ...longNumbers,
  ...bodies,
  ...compressed,
  ...shapes,
  ...uploads,
  ...headers,
  ...protocol,
  ...connections,
  ...signIn,
  ...gateAttacks,
  ...searches,
  ...lists,
  ...writes,
  ...documents,
  ...leaving,
]
