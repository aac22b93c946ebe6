import type { Api } from '@portico/kit/api/api'
import type { Operation } from '@portico/kit/api/operation'
import { signIn } from '../auth/signIn.ts'
import type { User } from '../auth/user.ts'
import { operations as allOperations } from '../operations.ts'
import type { Market, MarketServices } from './context.ts'
import { marketEnvelope } from './envelope.ts'
import { perform } from './perform.ts'
import { admitRole, ROLES } from './roles.ts'
import { refuseUnthrottledSecrets } from './throttled.ts'
import { unwrapBody } from './unwrapBody.ts'

/** Start-up fails here when an operation takes a secret without a limit on tries. */
export function marketApi(
  services: MarketServices,
  operations: readonly Operation<Market>[] = allOperations,
): Api<User, Market> {
  refuseUnthrottledSecrets(operations)
  return {
    name: 'market',
    title: 'Portico marketplace',
    description: 'Textbooks from student to student: accounts, books, requests, carts, sales.',
    version: '1.0.0',
    prefixes: ['/api'],
    operations,
    scopes: ROLES,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    strictBodies: false,
    envelope: marketEnvelope,
    unwrapBody,
    signIn: call => signIn(services, call.request.headers.get('authorization')),
    admit(user, operation, call) {
      services.throttle.traffic(call, user?.id)
      admitRole(user, operation)
    },
    perform: (operation, input, user, call) => perform(services, operation, input, user, call),
  }
}
