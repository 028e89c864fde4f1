import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { locales } from '#contract/wire.ts'
import { type Beginning, beginnings } from '../app/beginnings.ts'
import type { CataloguePart } from './catalogue-plugin.ts'
import { inlinedCall } from './inlined-call.ts'

/** What the build has put into a document, of which ours says more. */
const loaded = /<link rel="(?:stylesheet|modulepreload)"[^>]*>\s*/g
/** Fonts that are fetched: they count after the first paint, and are not to be in its way. */
const fetchedFonts = /@font-face\{[^}]*url\([^}]*\}/g
const main = '/web/app/main.ts'
const program = '/web/app/run.tsx'
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
        const begin = await inlinedCall(join(web, 'app/begin.ts'))
        const inside = (part: CataloguePart) => messagesOf(this, part)
        const account = withEntry(take(bundle, 'index.html').replaceAll(loaded, ''), bundle)
        for (const [route, beginning] of Object.entries(beginnings)) {
          const files = [program, `/web/pages/${beginning.page}`, '/web/app/after-paint.ts'].flatMap(module =>
            filesWith(bundle, module).toReversed(),
          )
          const sheets = [...new Set(files.flatMap(module => sheetsOf(bundle[module.slice(1)])))]
          const style = styleOf(sheets, bundle)
          const source = withHead(account, headOf(beginning, begin, sheets, bundle, inside)).replace(
            '</head>',
            () => `${style}</head>`,
          )
          this.emitFile({ type: 'asset', fileName: `account/${route}.html`, source })
        }
        const reads = Object.entries(beginnings).map(([route, { read }]) => [route, read])
        const source = JSON.stringify(Object.fromEntries(reads))
        this.emitFile({ type: 'asset', fileName: 'first-reads.json', source })
        const [next, ...others] = filesWith(bundle, program)
        if (others.length > 0) throw new Error('The program begins with more than one chunk')
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

/** As `begin` does in the account area: says of style sheets that their rules are in the document. */
const inDocument = (sheets: readonly string[]): string => {
  const add = `document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',disabled:true,href}))`
  return `<script ${nonce}>for(const href of ${JSON.stringify(sheets.map(sheet => `/${sheet}`))})${add}</script>`
}

/** The account area's entry, one line that imports the program, stands in the document: a request less before the paint. */
function withEntry(html: string, bundle: Rolldown.OutputBundle): string {
  const [file = ''] = filesWith(bundle, main)
  const entry = bundle[file.slice(1)]
  if (entry?.type !== 'chunk') throw new Error('The account area has no entry')
  delete bundle[entry.fileName]
  const code = entry.code.replaceAll('"./', '"/assets/')
  return html.replace(/<script type="module"[^>]*>/, () => `<script type="module" ${nonce}>${code}`)
}

/** @param sheets in the order of the chunks that need them */
function styleOf(sheets: readonly string[], bundle: Rolldown.OutputBundle): string {
  const rules = sheets.map(sheet => textOf(bundle[sheet])).join('')
  const fonts = (rules.match(fetchedFonts) ?? []).join('')
  return `<style ${nonce}>${rules.replaceAll(fetchedFonts, '')}</style><style ${nonce} media="not all">${fonts}</style>`
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

/** Messages of a part of the catalogue in the first language, as JSON. */
function messagesOf(build: Rolldown.PluginContext, part: CataloguePart): string {
  const source = build.getModuleInfo(`\0virtual:catalogue/${locales[0]}/${part}`)?.code ?? ''
  return JSON.parse(/JSON\.parse\((.*)\)/.exec(source)?.[1] ?? '')
}

function headOf(
  { page, texts, read, textsInside = [] }: Beginning,
  begin: (known: object) => string,
  sheets: readonly string[],
  bundle: Rolldown.OutputBundle,
  messagesIn: (part: CataloguePart) => string,
): string {
  // The largest first: over HTTP/1.1 it gets the connection that is open.
  const files = new Set(
    [...filesWith(bundle, program), ...filesWith(bundle, `/web/pages/${page}`)].toSorted(
      (one, other) => sizeOf(bundle, other) - sizeOf(bundle, one),
    ),
  )
  const inside: readonly CataloguePart[] = ['account', ...textsInside]
  const messages = inside.map(part => `"${part}":${messagesIn(part)}`).join(',')
  const textsOf = (language: string) =>
    ['account' as const, ...texts]
      .filter(part => language !== locales[0] || !inside.includes(part))
      .flatMap(part => filesWith(bundle, `virtual:catalogue/${language}/${part}`))
  const known = {
    login: '__LOGIN_ORIGIN__',
    config: '/config.json?__VISIT__',
    read,
    texts: Object.fromEntries(locales.map(language => [language, textsOf(language)])),
    styles: sheets.map(sheet => `/${sheet}`),
  }
  return [
    ...[...files].map(file => `<link rel="modulepreload" crossorigin href="${file}" ${nonce}>`),
    `<script ${nonce}>${begin(known)}</script>`,
    `<script type="application/json" id="texts" lang="${locales[0]}">{${messages.replaceAll('<', '\\u003c')}}</script>`,
  ].join('\n    ')
}

function sizeOf(bundle: Rolldown.OutputBundle, file: string): number {
  const chunk = bundle[file.slice(1)]
  return chunk?.type === 'chunk' ? chunk.code.length : 0
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
