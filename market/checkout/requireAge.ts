import { failure } from '@portico/kit/api/failure'
import type { SignedIn } from '../api/context.ts'

/** With the gate on, a checkout needs the claim of an age check that this buyer made. Writes sessions: not for use in a transaction. */
export async function requireAge({ services, call, user }: SignedIn): Promise<void> {
  if (!services.gate) return
  const result = await services.gate.verified(call.request, { boundTo: user.id })
  if (result.type === 'verified') return
  throw failure('forbidden', 'Prove your age before you check out', { verify: `${services.origin}/market/checkout` })
}
