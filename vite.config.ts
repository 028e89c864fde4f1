import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyStart } from './web/app/early-start-plugin.ts'
import { catalogues } from './web/lib/catalogue-plugin.ts'

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Packages, the contract, the browser library and the components of the frame; forms and features are left out. */
const everyPageNeeds =
  /node_modules|\/contract\/|\/web\/(app|lib)\/|\/web\/ui\/(announcer|button|disclosure|error-boundary|heading|notice|row-list|section|skeleton|text-link|visually-hidden)/

export default defineConfig({
  root: inside('web'),
  // Two documents, each answered by the server under its own paths; Vite must not answer for unknown ones.
  appType: 'mpa',
  publicDir: false,
  plugins: [react(), catalogues(inside('locales')), earlyStart()],
  html: {
    // The server puts a fresh nonce in the place of this word on every answer.
    cspNonce: '__CSP_NONCE__',
  },
  build: {
    outDir: inside('dist/web'),
    emptyOutDir: true,
    manifest: true,
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['es2023', 'chrome111', 'edge111', 'firefox114', 'safari16.4'],
    reportCompressedSize: false,
    // One style sheet of some kilobytes costs less than a request for each component's.
    cssCodeSplit: false,
    rolldownOptions: {
      input: { account: inside('web/index.html'), login: inside('web/login.html') },
      output: {
        codeSplitting: {
          // What every page needs is one file: many small ones compress worse and queue up. What only some pages
          // share (forms, tabs, passwords) stays out of it.
          groups: [{ name: 'shared', test: everyPageNeeds, minShareCount: 2 }],
        },
      },
    },
  },
})
