import { defineConfig } from 'vitest/config'

const nowhere = ['**/node_modules/**', '**/dist/**']
// These look at their own memory and processes, and do not want the products beside them.
const ALONE = [...nowhere, 'kit/{files,embedded}/**']

const shared = {
  exclude: nowhere,
  globalSetup: ['kit/testing/startTestPostgres.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  resolve: { conditions: ['portico-source'] },
  ssr: { resolve: { conditions: ['portico-source'], externalConditions: ['portico-source'] } },
  test: {
    // Many tests wait for processes they started: a third worker uses the time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        // Products are large and keep no state of their own between files: each worker loads them once.
        test: {
          ...shared,
          name: 'products',
          include: ['{kit,crm,market}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'house', include: ['{gate,server,bench,kit/files,kit/embedded}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
