import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const prefix = 'virtual:catalogue/'
/** Mails are written by the server; the browser never needs their texts. */
const serverOnly = new Set(['mail.json'])

/**
 * Vite plugin: `virtual:catalogue/sk` is all messages that the browser needs in Slovak, compiled, so that no
 * ICU parser is shipped. Imported lazily, it becomes one chunk a language.
 *
 * @param folder the folder with one folder a language
 */
export function catalogues(folder: string): Plugin {
  return {
    name: 'catalogues',
    resolveId: id => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const language = join(folder, id.slice(prefix.length + 1))
      for (const name of catalogueFiles(language)) this.addWatchFile(join(language, name))
      // A string for JSON.parse is read faster by the browser than an object literal of this size.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(language)))})`
    },
  }
}

/**
 * Compiles the browser's messages of one language.
 *
 * @param language folder of the language, e.g. `locales/sk`
 * @throws Error naming the file and the key when a message is no valid ICU, or a key is in two files
 */
export function compileCatalogue(language: string): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {}
  for (const name of catalogueFiles(language)) {
    const messages = readCatalogueFile(join(language, name))
    for (const [key, message] of Object.entries(messages)) {
      if (key in compiled) throw new Error(`${name}: the key "${key}" is in another file too`)
      try {
        compiled[key] = compileMessageOrThrow(message)
      } catch (error) {
        throw new Error(`${name}: "${key}" is no valid ICU message`, { cause: error })
      }
    }
  }
  return compiled
}

/** Names of the files of one language that go to the browser, in a steady order. */
export function catalogueFiles(language: string): string[] {
  return readdirSync(language)
    .filter(name => name.endsWith('.json') && !serverOnly.has(name))
    .sort()
}

/** Reads one file of messages: flat, key → ICU message. */
export function readCatalogueFile(path: string): Record<string, string> {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (content === null || typeof content !== 'object' || Array.isArray(content)) {
    throw new TypeError(`${path}: an object of key → message is expected`)
  }
  const messages: Record<string, string> = {}
  for (const [key, message] of Object.entries(content)) {
    if (typeof message !== 'string') throw new TypeError(`${path}: the message of "${key}" is no text`)
    messages[key] = message
  }
  return messages
}
