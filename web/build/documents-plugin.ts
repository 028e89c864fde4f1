import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { locales } from '#contract/wire.ts'
import { type Beginning, beginnings } from '../app/beginnings.ts'

const styleSheets = /<link rel="stylesheet"[^>]*>\s*/g
const main = '/web/app/main.tsx'
const nonce = 'nonce="__CSP_NONCE__"'

/**
 * Vite plugin: a document for each route of the account area, `account/<route>.html`, of web/index.html. The style of its
 * page and of what comes after its paint is inlined, and what `beginnings` says of the route is named in its head, so that
 * nothing which the first paint needs is found out by script. The login's document gets the names of the files that
 * its reader needs next; its style is inlined by the server, which renders it.
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
        const account = take(bundle, 'index.html').replaceAll(styleSheets, '')
        for (const [route, beginning] of Object.entries(beginnings)) {
          const files = [main, `/web/pages/${beginning.page}`, '/web/app/after-paint.ts'].flatMap(module =>
            filesWith(bundle, module).toReversed(),
          )
          const style = styleOf(files, bundle)
          const source = withHead(account, headOf(beginning, begin, bundle)).replace(
            '</head>',
            () => `${style}</head>`,
          )
          this.emitFile({ type: 'asset', fileName: `account/${route}.html`, source })
        }
        const next = filesWith(bundle, main).join(' ')
        const rendered = inDocument(renderedStyles(this, bundle))
        const head = `<meta name="next-files" content="${next}" />${rendered}`
        const login = withHead(take(bundle, 'login.html'), head)
        this.emitFile({ type: 'asset', fileName: 'login.html', source: login })
      },
    },
  }
}

/** Removes a text file from the bundle. */
function take(bundle: Rolldown.OutputBundle, name: string): string {
  const output = bundle[name]
  delete bundle[name]
  return textOf(output)
}

function textOf(output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (output?.type !== 'asset') throw new Error('The build made no such file')
  return typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source)
}

/**
 * A script that says of style sheets that their rules are in the document, so that no chunk which needs them fetches them:
 * by links that are off. (In the document itself browsers fetch such links ahead.)
 */
const inDocument = (sheets: readonly string[]): string => {
  const add = `document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',disabled:true,href}))`
  return `<script ${nonce}>for(const href of ${JSON.stringify(sheets.map(sheet => `/${sheet}`))})${add}</script>`
}

/** @param files chunks in the order in which they are run */
function styleOf(files: readonly string[], bundle: Rolldown.OutputBundle): string {
  const sheets = [...new Set(files.flatMap(file => sheetsOf(bundle[file.slice(1)])))]
  const rules = sheets.map(sheet => textOf(bundle[sheet])).join('')
  return `<style ${nonce}>${rules}</style>${inDocument(sheets)}`
}

/** Style sheets of which the login and the shop need nothing but what the server renders with them. */
function renderedStyles(build: Rolldown.PluginContext, bundle: Rolldown.OutputBundle): string[] {
  const reachedFrom = (starts: readonly string[]) => {
    const reached = new Set<string>()
    const reach = (id: string) => {
      if (reached.has(id)) return
      reached.add(id)
      const { importedIds = [], dynamicallyImportedIds = [] } = build.getModuleInfo(id) ?? {}
      for (const next of [...importedIds, ...dynamicallyImportedIds]) reach(next)
    }
    for (const id of build.getModuleIds()) if (starts.some(start => id.endsWith(start))) reach(id)
    return reached
  }
  const rendered = reachedFrom(['/web/login/login-app.tsx', '/web/login/style.ts'])
  const needed = reachedFrom(['/web/login/main.tsx'])
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  return chunks
    .filter(({ moduleIds }) => {
      const here = moduleIds.filter(id => needed.has(id))
      return here.length > 0 && here.every(id => !id.endsWith('.css') || rendered.has(id))
    })
    .flatMap(sheetsOf)
}

const sheetsOf = (output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string[] =>
  output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : []

/** At the top, before the style: what it names is asked for at once. */
const withHead = (html: string, head: string) =>
  html.replace(/<meta charset[^>]*>/, charset => `${charset}\n    ${head}`)

function headOf({ page, texts, read }: Beginning, begin: string, bundle: Rolldown.OutputBundle): string {
  const entry = new Set(filesWith(bundle, main))
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
