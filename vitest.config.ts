import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'
import { catalogues } from './web/build/catalogue-plugin.ts'

keepTemporaryFilesInMemory()

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Tests of the server: in a process of its own for each worker, on a PostgreSQL for the whole run. */
const onPostgres = {
  environment: 'node',
  // One PostgreSQL and one template for the whole run; each file gets a copy of its own.
  globalSetup: ['server/testing/setup/global-setup.ts'],
  // A test fails in which a connection is held while something else is waited for, or in which the API answers
  // otherwise than it is described.
  setupFiles: [
    'server/testing/checks/hold-to-one-connection.ts',
    'server/testing/checks/hold-answers.ts',
    'server/testing/checks/quick-hashes.ts',
    'server/testing/checks/compare-temporal.ts',
  ],
  // Nothing of the server is kept in a module, so its programs are read once a worker and not once a file.
  isolate: false,
}

/** The slow ones, which start whole programs, kill them, or take minutes of a database. */
const wholePrograms = [
  'server/system-tests/**/*.test.ts',
  'server/platform/embedded-postgres/*.test.ts',
  'server/ops/command-line.test.ts',
]

export default defineConfig({
  // Messages are compiled for the tests as they are for the browser.
  plugins: [catalogues(inside('locales'))],
  test: {
    pool: 'forks',
    // Two more than there are cores, since they wait too: for PostgreSQL, for timers, for programs.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // Room for what a test makes and drops: with Node's own 16 MiB a sixth of the time goes into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    // These end what hangs, on the slowest machine: what is measured in time says so itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // One that is late since the machine does other things too is tried once more; the last lines name it.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          ...onPostgres,
          include: ['{contract,server}/**/*.test.ts'],
          exclude: wholePrograms,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          ...onPostgres,
          globalSetup: [...onPostgres.globalSetup, 'server/testing/setup/bundle-programs.ts'],
          include: wholePrograms,
        },
      },
      {
        extends: true,
        test: { name: 'pages', environment: 'node', include: ['{web,scripts,locales}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
