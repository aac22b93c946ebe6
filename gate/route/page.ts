import type { GateState } from '../gateState.ts'
import { challenge } from '../page/challenge.ts'
import { pending } from '../verified.ts'

/**
 * `GET /verify/page`: the page by itself, for a frame or window beside the application. It tells the application when the
 * visitor is verified, at once for one who is, and leads nowhere.
 */
export async function page(state: GateState, request: Request): Promise<Response> {
  return challenge(state, await pending(state, request), request, 'alone')
}
