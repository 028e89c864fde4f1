import type { Locale } from '#contract/wire.ts'
import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import { demoStyle } from './demo-page-html.ts'

type Book = { author: string; title: string; files: { name: string; form: string }[] }

const texts = {
  sk: {
    title: 'Knižnica e-kníh',
    lead: 'Takto môže vyzerať web s e-knihami: každé stiahnutie ohlási profilu, a ten povie, koľko ich zostáva.',
    signIn: 'Najprv sa prihláste',
    download: 'Stiahnuť',
    other: 'In English',
    left: 'Stiahnuté. Ešte môžete stiahnuť {left} z\u00a0{limit}.',
    again: 'Stiahnuté znova, nič sme neodpočítali. Ešte môžete stiahnuť {left} z\u00a0{limit}.',
    notIncluded: 'E-knihy vo vašom predplatnom nie sú. Sú v\u00a0Prémiu.',
    failed: 'Knihu sa nepodarilo stiahnuť. Skúste to, prosím, znova.',
    content: 'Ukážka namiesto e-knihy',
  },
  en: {
    title: 'E-book shelf',
    lead: 'A site with e-books can look like this: it reports each download to the profile, which tells how many are left.',
    signIn: 'Sign in first',
    download: 'Download',
    other: 'Po slovensky',
    left: 'Downloaded. {left} of {limit} left.',
    again: 'Downloaded again, nothing was counted. {left} of {limit} left.',
    notIncluded: 'Your subscription does not include e-books. Premium does.',
    failed: 'The book could not be downloaded. Please try again.',
    content: 'A demo in the place of an e-book',
  },
} as const

/** The shelf's page; for a signed-out visitor its button leads to the sign-in. */
export function ebookPage(content: {
  locale: Locale
  nonce: string
  shelf: readonly Book[]
  /** URL of the sign-in; undefined when signed in. */
  signIn: string | undefined
}): string {
  const { locale, nonce, shelf, signIn } = content
  const say = texts[locale]
  const other = locale === 'sk' ? 'en' : 'sk'
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say.title} - Profil</title>
<style nonce="${nonce}">${demoStyle}
li { flex-wrap: wrap } .files { display: flex; gap: 8px; flex-wrap: wrap }
#said { position: sticky; top: 0; margin: 0; padding: 12px 0; background: var(--paper) } #said:empty { display: none }</style>
</head>
<body>
<main>
<p><a href="/demo/ebooks?lang=${other}" lang="${other}" hreflang="${other}">${say.other}</a></p>
<h1>${say.title}</h1>
<p>${say.lead}</p>
<p id="said" role="status"></p>
${signIn === undefined ? `<ul>${shelf.map(book => bookRow(book, say.download)).join('')}</ul>` : `<p><a href="${escapeHtml(signIn)}">${say.signIn}</a></p>`}
</main>
<script nonce="${nonce}" data-words="${escapeHtml(JSON.stringify(say))}">${script}</script>
</body>
</html>
`
}

const bookRow = ({ author, title, files }: Book, verb: string) => `<li>
<div><b>${escapeHtml(title)}</b><br><span>${escapeHtml(author)}</span></div>
<div class="files">${files.map(({ name, form }) => `<button type="button" data-file="${name}" aria-label="${verb}: ${escapeHtml(title)}, ${form}">${form}</button>`).join('')}</div></li>`

const script = `
const words = JSON.parse(document.currentScript.dataset.words)
const say = text => { document.getElementById('said').textContent = text }
const keep = name => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([words.content + '\\n'], { type: 'application/octet-stream' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
for (const button of document.querySelectorAll('button[data-file]')) {
  button.addEventListener('click', async () => {
    try {
      const answer = await fetch('/demo/ebooks/' + button.dataset.file, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ download_id: crypto.randomUUID() }),
      })
      const said = await answer.json()
      if (answer.ok) {
        keep(button.dataset.file)
        const text = said.counted ? words.left : words.again
        say(text.replace('{left}', said.left).replace('{limit}', said.limit))
      } else {
        const [{ key, message }] = said.errors
        say(key === 'ebook_limit_reached' ? message : key === 'ebooks_not_included' ? words.notIncluded : words.failed)
      }
    } catch {
      say(words.failed)
    }
  })
}`
