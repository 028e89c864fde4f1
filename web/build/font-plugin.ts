import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const source = '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'

/** Slovak, Czech and German letters beyond those of English. */
const letters = 'áäčďéěíĺľňóôöŕřšťúůüýžß'
const signs = '\u00a0\u2011„“”‚‘’«»–—…•·×€§°'
const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index))

/**
 * Vite plugin: `heading-font/600.woff2`, the headings' font with the letters of Slovak, Czech, English and German. It is one
 * file, so that pairs across its letters are kerned („Ťa“, „Tě“), which no pair of a font service's files is.
 *
 * @param folder where it is written
 */
export function headingFont(folder: string): Plugin {
  return {
    name: 'heading-font',
    async config() {
      const whole = readFileSync(createRequire(import.meta.url).resolve(source))
      const text = ascii + letters + letters.toLocaleUpperCase('sk') + signs
      mkdirSync(folder, { recursive: true })
      const file = join(folder, '600.woff2')
      writeFileSync(file, await subsetFont(whole, text, { targetFormat: 'woff2', noLayoutClosure: true }))
      return { resolve: { alias: { 'heading-font': folder } } }
    },
  }
}
