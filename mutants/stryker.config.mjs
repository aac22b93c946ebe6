/**
 * `npm run mutants`: makes small mistakes in the files that decide without a database, one at a time, and tells which
 * ones no test notices. A mistake that changes nothing a caller can see is marked in the source, with its reason.
 */
const config = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './mutants/ignoreWording.mjs'],
  ignorers: ['wording'],
  // It would rewrite the one there is with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  vitest: { configFile: 'mutants/vitest.config.ts' },
  mutate: [
    'crm/{sales,contacts,work}/*/rules.ts',
    'crm/base/api/v1/selector.ts',
    'crm/base/lists/cursor.ts',
    'crm/across/filters/relativeDates.ts',
    'crm/sales/products/billing.ts',
    'crm/base/records/{parseAddress,time,version}.ts',
    'crm/base/changes/settledRules.ts',
    'crm/work/mail/recipient.ts',
    'crm/across/webhooks/{rules,outcome,pace,signature,slots}.ts',
    'crm/across/feed/cursor.ts',
    'crm/across/exports/{columns,manifest}.ts',
    'crm/across/search/term.ts',
    'gate/{claim,claimCache,cookies,countries,hmac,limiter,signing}.ts',
    'kit/api/{coerce,firstFault,router,storable,validate}.ts',
    'kit/http/{bodyMemory,clientNetwork,cookie,limiter,rangeHeader,request,sameOrigin}.ts',
    'kit/mail/{address,imapFault,messageId}.ts',
    'kit/files/{attachmentHeaders,cleanFileName,s3Location}.ts',
    'market/books/{rules,isbn,money,moves}.ts',
    'market/checkout/fee.ts',
    'app/board/columns.ts',
    'app/activities/groups.ts',
    'app/parts/{days,when}.ts',
    'app/record/fieldValue.ts',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  ignoreStatic: true,
  timeoutMS: 20_000,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: 'data/mutants.json' },
  thresholds: { break: 85 },
  tempDirName: 'data/mutants',
  ignorePatterns: ['**/dist', 'data', 'docs', 'mutants/node_modules'],
}

// biome-ignore lint/style/noDefaultExport: the tool reads its configuration from there
export default config
