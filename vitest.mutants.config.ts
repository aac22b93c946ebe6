import { defineConfig } from 'vitest/config'

/** The tests that need no database, for `npm run mutants`: each change of the source is held against those that reach it. */
export default defineConfig({
  resolve: { conditions: ['portico-source'] },
  ssr: { resolve: { conditions: ['portico-source'], externalConditions: ['portico-source'] } },
  test: {
    isolate: false,
    include: [
      'crm/{activities,dealProducts,deals,files,organizationRelationships,persons,products,subscriptions}/rules.test.ts',
      'crm/api/selector.test.ts',
      'crm/filters/relativeDates.test.ts',
      'crm/lists/cursor.test.ts',
      'crm/products/billing.test.ts',
      'crm/records/{address,time,version}.test.ts',
      'crm/search/term.test.ts',
      'gate/{claim,claimCache,cookies,countries,hmac,limiter,bytes}.test.ts',
      'kit/{coerce,limiter,router,storable}.test.ts',
      'kit/files/{attachmentHeaders,cleanFileName,s3Location}.test.ts',
      'market/books/{rules,isbn,money,moves}.test.ts',
      'market/checkout/fee.test.ts',
    ],
  },
})
