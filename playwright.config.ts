import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { freePort } from '#server/testing/setup/free-port.ts'
import { browserFlags, findTestBrowser } from './scripts/find-browser.ts'
import { servicePorts } from './scripts/serve-for-browser-tests.ts'
import { severalOrigins } from './scripts/several-origins.ts'
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts'

// Unpacked on the disk, and before the workers, which load this file too.
process.env['CHROME_PATH'] = await findTestBrowser()
keepTemporaryFilesInMemory()

// Chosen once: the workers load this file too, with the environment of the first process.
process.env['E2E_PORT'] ??= String(await freePort(servicePorts))
process.env['E2E_SEVERAL_PORT'] ??= String(await freePort(servicePorts))
const several = severalOrigins(process.env['E2E_SEVERAL_PORT'])

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './scripts/serve-for-browser-tests.ts',
  // Two more than there are cores, since they wait too: for timers of the page, for jobs, for each other's turn.
  workers: availableParallelism() + 2,
  fullyParallel: true,
  // One that is late since the machine does other things too is tried once more; the last lines name it.
  retries: 1,
  forbidOnly: true,
  // Ends a test that hangs; no journey is held to a time.
  timeout: 90_000,
  // What waits for a job of the worker, such as a payment's end, takes some seconds where four tests share two cores.
  expect: { timeout: 10_000 },
  projects: [
    {
      name: 'one origin',
      grepInvert: /@origins/,
      use: { baseURL: `http://localhost:${process.env['E2E_PORT']}` },
    },
    {
      // Each site on a host of its own.
      name: 'several origins',
      grep: /@(all-)?origins/,
      metadata: several,
      use: { baseURL: several.PUBLIC_URL },
    },
  ],
  use: {
    browserName: 'chromium',
    locale: 'sk-SK',
    timezoneId: 'Europe/Bratislava',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'],
      // A process of its own for drawing, where nothing is drawn by a graphics card, takes 4 % of the time, one for the network
      // 3 %, one started ahead for the next site 4 %, and compilers that pay off on pages that live longer than a test 5 %.
      args: [
        ...browserFlags,
        '--in-process-gpu',
        '--disable-site-isolation-trials',
        // The first two are Playwright's own; a list takes the place of the one before it.
        '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
        '--js-flags=--no-maglev,--no-turbofan',
      ],
    },
  },
})
