import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compileText } from '#locales/compile-text.ts'
import type { CompiledText, Messages } from '#locales/format-message.ts'

const prefix = 'virtual:catalogue/'
/** Mails, terms and heads of documents are written by the server; the browser never needs their texts. */
export const serverOnly: readonly string[] = ['data-archive.json', 'mail.json', 'rendered.json', 'terms.json']

/** Message files of one entry or page, each a chunk of its own. All other files are loaded by every page. */
const ownParts = {
  accessibility: ['accessibility.json'],
  forum: ['forum.json'],
  login: ['login.json', 'invitation.json'],
  emailLink: ['email-link.json'],
  activation: ['activation.json'],
  awaitedTransfer: ['awaited-transfer.json'],
  addresses: ['addresses.json'],
  change: ['change.json'],
  companies: ['companies.json'],
  coupons: ['coupons.json'],
  faq: ['faq.json'],
  help: ['help.json'],
  errors: ['errors.json', 'forum-errors.json'],
  newsletters: ['newsletters.json', 'follows.json'],
  notFound: ['not-found.json'],
  protection: ['protection.json'],
  recurrence: ['recurrence.json'],
  settings: ['settings.json', 'activity.json', 'phone.json', 'privacy.json'],
  // What every page gets after its first paint, and /predplatne then shows.
  rest: [
    'devices.json',
    'documents.json',
    'family-readers.json',
    'gifts.json',
    'subscription-facts.json',
    'third-party-scripts.json',
  ],
  shop: ['shop.json', 'gift-offer.json'],
  subscriptions: ['subscriptions.json'],
  withdrawal: ['withdrawal.json'],
} as const satisfies Record<string, readonly string[]>

/** Overrides of our messages, by language and key. */
export type OwnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

export type CataloguePart = 'account' | keyof typeof ownParts

/**
 * Vite plugin: `virtual:catalogue/sk/account` holds the Slovak messages of every page, compiled, so that no ICU
 * parser is shipped; `virtual:catalogue/sk/login` those of the central login only, and so on for pages with
 * their own parts. Each is one lazily loaded chunk per language; `virtual:catalogue/loaders` exports the
 * loaders.
 *
 * @param folder the folder with one folder a language
 * @param own a brand's texts by language, which override ours
 */
export function catalogues(folder: string, own: OwnTexts = {}): Plugin {
  return {
    name: 'catalogues',
    resolveId: id => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const name = id.slice(prefix.length + 1)
      if (name === 'loaders') return loadersSource(readdirSync(folder, { withFileTypes: true }))
      const [locale = '', part = ''] = name.split('/')
      const language = join(folder, locale)
      const names = catalogueFiles(language).filter(name => partOf(name) === part)
      for (const name of names) this.addWatchFile(join(language, name))
      // Browsers parse a string by JSON.parse faster than an object literal of this size.
      const messages = compileFiles(language, names, own[locale])
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
    },
  }
}

/** Source of the loaders: by language and part, a dynamic import. */
function loadersSource(entries: readonly Dirent[]): string {
  const languages = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  const load = (language: string, part: string) => `'${part}': () => import('${prefix}${language}/${part}')`
  const parts = ['account', ...Object.keys(ownParts)]
  const all = languages.map(
    language => `${language}: { ${parts.map(part => load(language, part)).join(', ')} }`,
  )
  return `export default { ${all.join(', ')} }`
}

/**
 * Compiles all of the browser's messages of one language.
 *
 * @param language folder of the language, e.g. `locales/sk`
 * @throws Error naming the file and the key when a message is no valid ICU, or a key is in two files
 */
export const compileCatalogue = (language: string): Messages =>
  compileFiles(language, catalogueFiles(language))

/** Names of the files of one language that go to the browser, in a steady order. */
export function catalogueFiles(language: string): string[] {
  return readdirSync(language)
    .filter(name => name.endsWith('.json') && !serverOnly.includes(name))
    .sort()
}

function partOf(name: string): string {
  const own = Object.entries(ownParts).find(([, files]) => files.some(file => file === name))
  return own ? own[0] : 'account'
}

function compileFiles(language: string, names: readonly string[], own: OwnTexts[string] = {}): Messages {
  const compiled: Record<string, CompiledText> = {}
  for (const name of names) {
    const messages = readCatalogueFile(join(language, name))
    for (const [key, message] of Object.entries(messages)) {
      if (key in compiled) throw new Error(`${name}: the key "${key}" is in another file too`)
      try {
        compiled[key] = compileText(keepTogether(key, own[key] ?? message))
      } catch (error) {
        throw new Error(`${name}: "${key}" is no valid ICU message`, { cause: error })
      }
    }
  }
  return compiled
}

/**
 * No-break hyphen in „e-mail“, „e-kniha“ and similar words. Not in „E-mail“ alone, the label of fields, which cannot
 * break, in texts for screen readers, and in titles, whose font lacks the character.
 */
function keepTogether(key: string, message: string): string {
  if (message === 'E-mail' || key.endsWith('title')) return message
  return message.replace(/<hidden>.*?<\/hidden>|(?<=(?<![\p{L}/])e)-(?=\p{L})/giu, found =>
    found === '-' ? '\u2011' : found,
  )
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
