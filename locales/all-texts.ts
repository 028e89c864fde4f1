import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Locale } from '#contract/wire.ts'
import { catalogueFiles, readCatalogueFile, serverOnly } from '../web/build/catalogue-plugin.ts'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))
/** Folder of the Slovak texts. */
export const sk = join(root, 'locales/sk')
/** Folder of the English texts. */
export const en = join(root, 'locales/en')
/** Names of a folder's files. What the server says follows the same rules, though the browser never loads it. */
export const allFiles = (folder: string) => [
  ...catalogueFiles(folder),
  ...serverOnly.filter(name => existsSync(join(folder, name))),
]
const readAll = (folder: string): Record<string, string> => {
  const files = allFiles(folder).map(name => readCatalogueFile(join(folder, name)))
  return Object.fromEntries(files.flatMap(messages => Object.entries(messages)))
}

/** Every Slovak text by its key. */
export const slovak = readAll(sk)
/** Every English text by its key. */
export const english = readAll(en)

const Texts = z.object({ sk: z.string(), en: z.string() })
const Entries = z.array(z.object({ question: Texts, answer: Texts }))

/** The demo publisher's answers are held to the same rules: question or answer by its place. */
export function readFaqTexts(locale: Locale = 'sk'): Record<string, string> {
  const entries = Entries.parse(JSON.parse(readFileSync(join(root, 'demo/faq.json'), 'utf8')))
  return Object.fromEntries(
    entries.flatMap(({ question, answer }) => [
      [`question ${question.sk}`, question[locale]],
      [`answer to ${question.sk}`, answer[locale]],
    ]),
  )
}
