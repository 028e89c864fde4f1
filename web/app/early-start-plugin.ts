import type { Plugin, Rolldown } from 'vite'
import { readFaq } from '#contract/faq/faq.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { locales } from '#contract/wire.ts'
import { routes } from '#contract/routes.ts'
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
        return [{ ...early, injectTo: 'head-prepend' as const }, ...fonts]
      },
    },
  }
}

/** What a page shows first, asked for with the reader's id and the language in their places. */
const firstAnswers = {
  [routes.subscription.path]: listSubscriptions.path,
  [routes.faq.path]: `${readFaq.path}?lang=:language`,
}

type Needed = {
  pages: Record<string, string[]>
  catalogues: Record<string, string[]>
  answers: Record<string, string>
}

/** The file name of a route's page is the route's name. */
export const pageFile = (routeName: string): string => `${routeName.replaceAll('_', '-')}-page.tsx`

function script({ pages, catalogues, answers }: Needed): string {
  return `{
const config = fetch('/config.json?' + Math.random().toString(36).slice(2));
config.catch(() => {});
let language = 'sk';
try { language = localStorage.getItem('${storageKeys.language}') || language } catch {}
const reader = /(?:^|; )ppi=([1-9]\\d{0,9})(?:;|$)/.exec(document.cookie);
const answer = ${JSON.stringify(answers)}[location.pathname];
const calls = {};
let fresh = false;
try {
const [, payload] = /(?:^|; )ppp=[\\w-]+\\.([\\w-]+)/.exec(document.cookie);
const { sub, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
fresh = sub === reader[1] && exp * 1000 > Date.now()
} catch {}
if (answer && (fresh || !answer.includes(':userId'))) {
const address = '__LOGIN_ORIGIN__' + answer.replace(':userId', reader && reader[1]).replace(':language', language);
const given = __FIRST_ANSWER__;
calls[address] = { language, answer: given && given.language === language
? Promise.resolve(new Response(given.body, { headers: { 'content-type': 'application/json' } }))
: fetch(address, { credentials: 'include', headers: { accept: 'application/json', 'accept-language': language } }) };
calls[address].answer.catch(() => {})
}
window.profilStart = { config, calls };
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
