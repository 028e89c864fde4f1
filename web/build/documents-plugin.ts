import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { locales } from '#contract/wire.ts'
import { type Beginning, beginnings } from '../app/beginnings.ts'

const style = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/
const nonce = 'nonce="__CSP_NONCE__"'

/**
 * Vite plugin: a document for each route of the account area, `account/<route>.html`, of web/index.html. Its style is
 * inlined, and what `beginnings` says of the route is named in its head, so that nothing which the first paint needs is
 * found out by script. The login's document gets the names of the files that
 * its reader needs next.
 * The server replaces the words between underscores on every answer. In development there is one document.
 *
 * @param web folder of the pages
 */
export function documents(web: string): Plugin {
  return {
    name: 'documents',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const file = join(web, 'app/begin.ts')
        const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
        const begin = code.slice(code.indexOf('function begin('))
        const account = withStyle(take(bundle, 'index.html'), bundle)
        for (const [route, beginning] of Object.entries(beginnings)) {
          const source = withHead(account, headOf(beginning, begin, bundle))
          this.emitFile({ type: 'asset', fileName: `account/${route}.html`, source })
        }
        const next = filesWith(bundle, '/web/app/main.tsx').join(' ')
        const login = withHead(take(bundle, 'login.html'), `<meta name="next-files" content="${next}" />`)
        this.emitFile({ type: 'asset', fileName: 'login.html', source: login })
      },
    },
  }
}

/** Removes a text file from the bundle. */
function take(bundle: Rolldown.OutputBundle, name: string): string {
  const output = bundle[name]
  delete bundle[name]
  if (output?.type !== 'asset') throw new Error(`The build made no ${name}`)
  return typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source)
}

function withStyle(html: string, bundle: Rolldown.OutputBundle): string {
  const name = style.exec(html)?.[1] ?? ''
  const output = bundle[name]
  if (output?.type !== 'asset') throw new Error('The document has no style')
  return html.replace(style, () => `<style ${nonce}>${String(output.source).trim()}</style>`)
}

/** At the top, before the style: what it names is asked for at once. */
const withHead = (html: string, head: string) =>
  html.replace(/<meta charset[^>]*>/, charset => `${charset}\n    ${head}`)

function headOf({ page, texts, read }: Beginning, begin: string, bundle: Rolldown.OutputBundle): string {
  const entry = new Set(filesWith(bundle, '/web/app/main.tsx'))
  const own = filesWith(bundle, `/web/pages/${page}`).filter(file => !entry.has(file))
  const textsOf = (language: string) =>
    ['account', ...texts].flatMap(part => filesWith(bundle, `virtual:catalogue/${language}/${part}`))
  const known = {
    login: '__LOGIN_ORIGIN__',
    config: '/config.json?__VISIT__',
    read,
    texts: Object.fromEntries(locales.map(language => [language, textsOf(language)])),
  }
  return [
    `<script ${nonce}>${minifySync('begin.js', `(${begin})(${JSON.stringify(known)})`).code}</script>`,
    ...own.map(file => `<link rel="modulepreload" crossorigin href="${file}" ${nonce}>`),
  ].join('\n    ')
}

/** The chunk that contains a module, and what it imports. */
function filesWith(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const found = chunks.find(chunk => chunk.moduleIds.some(id => id.endsWith(module)))
  if (!found) throw new Error(`No chunk contains ${module}`)
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(`/${name}`)) return
    files.add(`/${name}`)
    chunk.imports.forEach(add)
  }
  add(found.fileName)
  return [...files]
}
