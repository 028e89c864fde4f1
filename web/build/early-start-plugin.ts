import type { Plugin, Rolldown } from 'vite'
import { readFaq } from '#contract/faq/faq.ts'
import { routes } from '#contract/routes.ts'
import { locales } from '#contract/wire.ts'
import { storageKeys } from '#web/lib/storage.ts'

/**
 * Vite plugin: an inline script in the head of the account area that prefetches what the program will need
 * before the program itself has loaded: the configuration, the chunk of this page, the catalogue of the
 * language used last, and the page's first answer for a signed-in reader. It saves a round trip each. When the
 * program cannot be loaded, it offers a reload. File names of chunks are known only after the build, and the
 * central login's origin is inserted by the server, so in development only the configuration is prefetched.
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

/** Cache busting: another address on every load (R7.02); the server replaces the placeholder. */
const configPreload = '/config.json?__VISIT__'

/** Preloaded before any script runs. */
const configuration = {
  tag: 'link',
  attrs: { rel: 'preload', as: 'fetch', crossorigin: '', href: configPreload },
  injectTo: 'head-prepend' as const,
}

/** First reads of public pages, with the language inserted. */
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
