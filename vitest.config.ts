import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { catalogues } from './web/build/catalogue-plugin.ts'

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  // Messages are compiled for the tests as they are for the browser.
  plugins: [catalogues(inside('locales'))],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A real PostgreSQL is made in some of them, on machines that do other things too.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // One PostgreSQL and one template for the whole run; each file gets a copy of its own.
          globalSetup: ['server/testing/setup/global-setup.ts'],
          // A test fails in which a connection is held while something else is waited for, or in which the API answers
          // otherwise than it is described.
          setupFiles: [
            'server/testing/checks/hold-to-one-connection.ts',
            'server/testing/checks/hold-answers.ts',
          ],
          include: ['{contract,server}/**/*.test.ts'],
          // Nothing of the server is kept in a module, so its programs are read once a worker and not once a file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'pages', environment: 'node', include: ['{web,scripts,locales}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
