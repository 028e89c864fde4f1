import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** The pictures of every screen and state, made with the server of the browser tests. */
export default defineConfig(tests, {
  testMatch: 'gallery/take-*.ts',
  outputDir: '.cache/gallery',
  globalTeardown: './e2e/gallery/write-index.ts',
  reporter: [['list']],
  // A picture that fails tells a fault.
  retries: 0,
  use: { screenshot: 'off' },
})
