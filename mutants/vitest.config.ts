import { defineConfig } from 'vitest/config'

// Times are read and written in UTC, whatever the zone of the machine: in UTC itself no test could notice otherwise.
process.env.TZ = 'America/New_York'

/** The tests that need no database, for `npm run mutants`: each change of the source is held against those that reach it. */
export default defineConfig({
  resolve: { conditions: ['portico-source'] },
  ssr: { resolve: { conditions: ['portico-source'], externalConditions: ['portico-source'] } },
  test: {
    isolate: false,
    // Mistakes that never end are found by the tool; a slow machine is none.
    testTimeout: 60_000,
    include: [
      'crm/{sales,contacts,work}/*/rules.test.ts',
      'crm/base/api/v1/selector.test.ts',
      'crm/across/filters/relativeDates.test.ts',
      'crm/base/lists/cursor.test.ts',
      'crm/sales/products/billing.test.ts',
      'crm/base/records/{address,parseAddress,time,version}.test.ts',
      'crm/base/changes/settledRules.test.ts',
      'crm/work/mail/recipient.test.ts',
      'crm/across/webhooks/{rules,outcome,pace,signature,slots}.test.ts',
      'crm/across/feed/cursor.test.ts',
      'crm/across/exports/{columns,manifest}.test.ts',
      'crm/across/search/term.test.ts',
      'gate/{claim,claimCache,cookies,countries,hmac,limiter,bytes}.test.ts',
      'kit/api/{coerce,coerceLimits,router,storable,validate}.test.ts',
      'kit/http/{bodyMemory,clientNetwork,cookie,limiter,rangeHeader,request,sameOrigin}.test.ts',
      'kit/mail/{address,imapFault,messageId}.test.ts',
      'kit/files/{attachmentHeaders,cleanFileName,s3Location}.test.ts',
      'market/books/{rules,describeBook}.test.ts',
      'market/checkout/fee.test.ts',
      'app/board/columns.test.ts',
      'app/activities/groups.test.ts',
      'app/parts/{days,when}.test.ts',
      'app/record/fieldValue.test.ts',
    ],
  },
})
