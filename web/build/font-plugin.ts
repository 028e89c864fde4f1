import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const source = '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'

/** Slovak, Czech and German letters beyond those of English. */
const letters = 'áäčďéěíĺľňóôöŕřšťúůüýžß'
const signs = '\u00a0\u2011„“”’–—…·€§'
/** Those that a keyboard has, without signs of programs, which stand in no heading. */
const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)).replaceAll(
  /[$<=>[-`{-~]/g,
  '',
)

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
      const whole = rename(readFileSync(createRequire(import.meta.url).resolve(source)))
      const text = ascii + letters + letters.toLocaleUpperCase('sk') + signs
      mkdirSync(folder, { recursive: true })
      const file = join(folder, '600.woff2')
      writeFileSync(file, await subsetFont(whole, text, { targetFormat: 'woff2', noLayoutClosure: true }))
      return { resolve: { alias: { 'heading-font': folder } } }
    },
  }
}

/**
 * Its name in another one of the same length: "Source" is a reserved font name, which no modified version may bear (SIL
 * Open Font License 1.1, section 3). The copyright record, which names it, stays.
 */
function rename(font: Buffer): Buffer {
  for (const [former, name] of [
    ['Source Serif', 'Profil Serif'],
    ['SourceSerif', 'ProfilSerif'],
  ] as const) {
    const [from, to] = [former, name].map(text => Buffer.from(text, 'utf16le').swap16())
    if (!from || !to) continue
    for (let at = font.indexOf(from); at >= 0; at = font.indexOf(from, at + 1)) to.copy(font, at)
  }
  return font
}
