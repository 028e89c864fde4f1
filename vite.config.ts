import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brand, readBrandTexts } from './web/build/brand-plugin.ts'
import { catalogues } from './web/build/catalogue-plugin.ts'
import { chunks } from './web/build/chunks.ts'
import { leanContract } from './web/build/contract-plugin.ts'
import { documents } from './web/build/documents-plugin.ts'
import { headingFont } from './web/build/font-plugin.ts'
import { joinedRuntime } from './web/build/joined-runtime-plugin.ts'
import { renderedDocument } from './web/build/rendered-document-plugin.ts'

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A publisher's own look and words; ours without it. */
const brandFolder = process.env['BRAND_DIR'] && resolve(inside('.'), process.env['BRAND_DIR'])

/** A class of a style sheet: its name and letters for the file. Without a line's number, which the next edit would change. */
const classNameOf = (name: string, file: string) => {
  const path = relative(inside('web'), file.replace(/\?.*/, ''))
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

export default defineConfig({
  root: inside('web'),
  // Two documents, each answered by the server under its own paths; Vite must not answer for unknown ones.
  appType: 'mpa',
  publicDir: false,
  plugins: [
    react(),
    leanContract(inside('web')),
    catalogues(inside('locales'), readBrandTexts(brandFolder, inside('locales'))),
    brand(brandFolder, inside('web')),
    joinedRuntime('shared'),
    renderedDocument(inside('web')),
    headingFont(inside('node_modules/.cache/heading-font')),
    documents(inside('web')),
  ],
  // Part of the feature flags' SDK that changes pages by experiments without code, which are off (`createClient`).
  resolve: { alias: { 'dom-mutator': inside('web/lib/flags/no-visual-experiments.ts') } },
  css: {
    modules: { generateScopedName: classNameOf },
    // lightningcss's `Features.LightDark`: variables for `light-dark()`, which no sheet has, in every document.
    lightningcss: { exclude: 1 << 20 },
  },
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
    rolldownOptions: {
      input: { account: inside('web/index.html'), login: inside('web/login.html') },
      output: {
        codeSplitting: chunks,
        // The first chunk names all others: each letter of a hash costs what no compression takes back. Seven of 36 letters
        // are the shortest hash that the bundler takes, of 36 bits.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
})
