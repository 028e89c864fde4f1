import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { brand, readBrandTexts } from './web/build/brand-plugin.ts'
import { catalogues } from './web/build/catalogue-plugin.ts'
import { leanContract } from './web/build/contract-plugin.ts'
import { earlyStart } from './web/build/early-start-plugin.ts'
import { renderedDocument } from './web/build/rendered-document-plugin.ts'

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where most visits begin: the account area's document, and the page that it leads to. */
const beginnings = ['/web/index.html', '/web/pages/subscription-page.tsx']

/** Whether a module comes with one of the beginnings, and not only with something that is fetched later. */
function isNeededAtStart(id: string, modules: Rolldown.ChunkingContext): boolean {
  const seen = new Set<string>()
  const isReached = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (beginnings.some(beginning => module.endsWith(beginning))) return true
    return modules.getModuleInfo(module)?.importers.some(isReached) ?? false
  }
  return isReached(id)
}

/** A publisher's own look and words; ours without it. */
const brandFolder = process.env['BRAND_DIR'] && resolve(inside('.'), process.env['BRAND_DIR'])

export default defineConfig({
  root: inside('web'),
  // Two documents, each answered by the server under its own paths; Vite must not answer for unknown ones.
  appType: 'mpa',
  publicDir: false,
  plugins: [
    react(),
    leanContract(),
    catalogues(inside('locales'), readBrandTexts(brandFolder, inside('locales'))),
    earlyStart(),
    brand(brandFolder, inside('web')),
    renderedDocument(),
  ],
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
          // What most visits begin with is one file: many small ones compress worse and queue up. What only some
          // pages share (forms, tabs, passwords) stays out of it.
          groups: [
            {
              name: (id, modules) => (isNeededAtStart(id, modules) ? 'shared' : null),
              debugName: 'needed at start',
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
