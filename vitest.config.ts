import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compiledFiles, compiledSources } from './kit/testing/compiledSources.ts'
import { keepTemporaryFilesInMemory } from './scripts/inMemory.mjs'

keepTemporaryFilesInMemory()

const nowhere = ['**/node_modules/**', '**/dist/**']
// They look at the memory of their own process, or replace a module that others have loaded: they want nobody beside them.
const ALONE = ['kit/files/fileStore.test.ts', 'kit/files/uploadMemory.test.ts', 'kit/http/outgoing.test.ts']

/** The longest first, those that wait for processes beside those that compute: nothing long is left for the end. */
const LONGEST = [
  ...ALONE,
  'crm/base/access/hidden.test.ts',
  'app/lists/list.test.ts',
  'kit/embedded/locateCluster.test.ts',
  'crm/base/access/visibility.property.test.ts',
  'server/start/start.test.ts',
  'app/record/record.test.ts',
  'market/pages/life.test.ts',
  'server/start/firstOwner.test.ts',
  'server/workers/workers.test.ts',
  'app/settings/settings.test.ts',
  'bench/mail/mailLoad.test.ts',
  'app/board/board.test.ts',
  'gate/page/browser.test.ts',
  'crm/pages/browser.test.ts',
  'crm/base/access/everyCredential.test.ts',
  'crm/base/access/foreignWrites.test.ts',
  'crm/fields.test.ts',
  'server/operations.test.ts',
  'app/record/history.test.ts',
  'app/activities/activities.test.ts',
  'market/api/throttle.test.ts',
  'market/auth/credentials.test.ts',
  'server/commands/credentials.test.ts',
  'crm/base/records/ifMatch.test.ts',
  'crm/across/merge/mergeRecords.test.ts',
  'server/regexes.test.ts',
  'crm/across/exports/v2/operations.test.ts',
  'kit/embedded/sharing.test.ts',
  'server/oauth.test.ts',
  'crm/base/access/foreignReads.test.ts',
  'market/checkout/race.test.ts',
  'server/start/problems.test.ts',
  'app/leads/leads.test.ts',
  'gate/provider/zkRecorded.test.ts',
  'bench/hostile/hostile.test.ts',
  'server/backup/backup.test.ts',
  'server/start/givenServer.test.ts',
  'kit/database/hungLanes.test.ts',
  'kit/embedded/bringUp.test.ts',
  'gate/session/sessionAdapter.test.ts',
  'kit/embedded/startEmbeddedPostgres.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex(path => moduleId.endsWith(`/${path}`))
      return found === -1 ? LONGEST.length : found
    }
    return sorted.sort((a, b) => place(a) - place(b))
  }
}

const shared = {
  server: { deps: { external: [compiledFiles(import.meta.dirname)] } },
  setupFiles: ['kit/testing/refuseNestedCalls.ts'],
  // V8 optimizes what has run seven times as long as usual: most code of a test does not pay back the time that takes.
  execArgv: ['--interrupt-budget=1000000'],
  // They end what hangs. How long a step takes on a machine that others keep busy says nothing about the product.
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 120_000 } },
}

/** On the sources, which need no build, or on what was compiled of them: kit/testing/compiledSources.ts. */
const root = import.meta.dirname
const modules = process.env.PORTICO_TEST_COMPILED
  ? { plugins: [compiledSources(root)] }
  : {
      resolve: { conditions: ['portico-source'] },
      ssr: { resolve: { conditions: ['portico-source'], externalConditions: ['portico-source'] } },
    }

export default defineConfig({
  ...modules,
  test: {
    // Many tests wait for processes they started: a worker more than there are cores uses the time, a fourth only loads all of it again.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { ...shared, name: 'alone', include: ALONE, exclude: nowhere } },
      {
        extends: true,
        // The products are large and keep no state between test files: each worker loads them once.
        test: {
          ...shared,
          name: 'together',
          globalSetup: ['kit/testing/startTestPostgres.ts'],
          include: ['{gate,kit,crm,market,app,server,bench}/**/*.test.{ts,tsx}'],
          exclude: [...nowhere, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
})
