import { routerOf } from '@portico/kit/api/router'
import { faults } from '@portico/kit/api/validate'
import { marketEnvelope } from '../api/envelope.ts'
import { operations } from '../operations.ts'

const router = routerOf(operations)

/** Every answer a test sees must be what its operation declares. */
export function checkShape(method: string, path: string, status: number, answer: unknown) {
  if (status >= 400) return expectFit(path, faults(marketEnvelope.failureSchema, answer))
  const { operation } = router.find(method, (path.split('?')[0] ?? '').replace(/(.)\/$/, '$1'))
  expectFit(path, faults(marketEnvelope.schema(operation), answer))
}

function expectFit(path: string, wrong: string[]) {
  if (wrong.length > 0) throw new Error(`${path} answered in another shape: ${wrong.join('; ')}`)
}
