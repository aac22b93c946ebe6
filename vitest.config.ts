import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['portico-source'] },
  ssr: { resolve: { conditions: ['portico-source'], externalConditions: ['portico-source'] } },
  test: {
    include: ['{gate,kit,crm,market,server,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['kit/testing/startTestPostgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
