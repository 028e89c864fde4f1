import type { Plugin, Rolldown } from 'vite'
import { readFaq } from '#contract/faq/faq.ts'
import { routes } from '#contract/routes.ts'
import { locales } from '#contract/wire.ts'
import { storageKeys } from '#web/lib/storage.ts'

/**
 * Vite plugin: puts a few lines of script into the head of the account area, which ask for what the program is
 * going to need before the program itself has arrived: the configuration, the page of this path, the catalogue
 * of the language used last, and the answer for which a signed-in reader came. A round trip each is saved. When the program does not arrive at all,
 * they offer to load the page again. The page's and the catalogue's files are
 * known only after the build, and the central login's origin is put in by the server, so in development the
 * configuration alone is asked for.
 */
export function earlyStart(): Plugin {
  return {
    name: 'early-start',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        const fonts = bundle ? fontPreloads(bundle) : []
        if (!path.endsWith('index.html')) return fonts
        const children = script(bundle ? chunksNeeded(bundle) : { pages: {}, catalogues: {}, answers: {} })
        const early = { tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, children }
        // Before the stylesheet: a script behind one waits for it.
        return [configuration, { ...early, injectTo: 'head-prepend' as const }, ...fonts]
      },
    },
  }
}

/** Another address on every load, so that no cache between answers it (R7.02): the server puts in the word. */
const configPreload = '/config.json?__VISIT__'

/** Asked for by the browser before any script has run. */
const configuration = {
  tag: 'link',
  attrs: { rel: 'preload', as: 'fetch', crossorigin: '', href: configPreload },
  injectTo: 'head-prepend' as const,
}

/** What a page shows first and everybody is answered alike, asked for with the language in its place. */
const firstAnswers = { [routes.faq.path]: `${readFaq.path}?lang=:language` }

type Needed = {
  pages: Record<string, string[]>
  catalogues: Record<string, string[]>
  answers: Record<string, string>
}

/** The file name of a route's page is the route's name. */
export const pageFile = (routeName: string): string => `${routeName.replaceAll('_', '-')}-page.tsx`

function script({ pages, catalogues, answers }: Needed): string {
  return `{
const config = fetch('${configPreload}');
config.catch(() => {});
const given = __FIRST_ANSWER__;
const calls = {};
if (given) calls[given.address] = {
language: given.language,
answer: Promise.resolve(new Response(given.body, { headers: { 'content-type': 'application/json' } }))
};
window.profilStart = { config, calls };
let language = 'sk';
try { language = localStorage.getItem('${storageKeys.language}') || language } catch {}
const answer = ${JSON.stringify(answers)}[location.pathname];
if (answer) {
const address = '__LOGIN_ORIGIN__' + answer.replace(':language', language);
calls[address] = { language, answer: fetch(address, { credentials: 'include', headers: { accept: 'application/json', 'accept-language': language } }) };
calls[address].answer.catch(() => {})
}
const pages = ${JSON.stringify(pages)}, catalogues = ${JSON.stringify(catalogues)};
for (const href of [...pages[location.pathname] || [], ...catalogues[language] || []]) {
const link = document.createElement('link');
link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload';
if (link.rel === 'preload') link.as = 'style';
link.crossOrigin = '';
link.href = href;
document.head.append(link)
}
addEventListener('error', ({ target }) => {
const root = document.getElementById('root');
if (target.type !== 'module' || !root || root.firstChild) return;
const again = document.createElement('a');
again.href = location.href;
again.textContent = language === 'en' ? 'The page could not be loaded. Load it again' : 'Stránku sa nepodarilo načítať. Načítať znova';
root.append(again)
}, true)
}`
}

function chunksNeeded(bundle: Rolldown.OutputBundle): Needed {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const find = (end: string) => chunks.find(chunk => chunk.facadeModuleId?.endsWith(end))
  const entry = new Set(chunks.filter(chunk => chunk.isEntry && chunk.name === 'account').flatMap(filesOf))
  const files = (end: string) => {
    const chunk = find(end)
    return chunk ? filesOf(chunk).filter(file => !entry.has(file)) : []
  }
  return {
    pages: Object.fromEntries(
      Object.entries(routes)
        .map(([name, route]) => [route.path, files(`/pages/${pageFile(name)}`)] as const)
        .filter(([, needed]) => needed.length > 0),
    ),
    answers: firstAnswers,
    catalogues: Object.fromEntries(
      locales.map(locale => [locale, files(`virtual:catalogue/${locale}/account`)]),
    ),
  }

  function filesOf(chunk: Rolldown.OutputChunk): string[] {
    const imported = chunk.imports.flatMap(name => {
      const output = bundle[name]
      return output?.type === 'chunk' ? filesOf(output) : []
    })
    return [...new Set([`/${chunk.fileName}`, ...imported, ...stylesOf(chunk)])]
  }
}

const stylesOf = (chunk: Rolldown.OutputChunk): string[] =>
  [...(chunk.viteMetadata?.importedCss ?? [])].map(file => `/${file}`)

/** The heading's font: with `font-display: optional` it is used only when it arrives at once. */
function fontPreloads(bundle: Rolldown.OutputBundle) {
  return Object.keys(bundle)
    .filter(file => file.endsWith('.woff2'))
    .map(file => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
      injectTo: 'head' as const,
    }))
}
