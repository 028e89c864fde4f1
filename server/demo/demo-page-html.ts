import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import { formatMoney } from '#server/platform/texts/format.ts'

type Reader = { situation: string; email: string; name: string; note: { sk: string } }
type Sms = { to: string; text: string; sentAt: Temporal.Instant }
type Transfer = { variableSymbol: string; amountCents: number; product: string; email: string }
type Wish = { id: number; kind: 'nickname' | 'blog'; value: string }
type Mail = { id: number; to: string; subject: string; text: string; sentAt: Temporal.Instant }

/** The page /demo as HTML; untrusted input is escaped. */
export const demoPage = (content: {
  readers: Reader[]
  password: string
  mails: Mail[]
  texts: Sms[]
  transfers: Transfer[]
  wishes: Wish[]
  nonce: string
  /** Origin of the central login, where readers are signed in. */
  login: string
}): string => `<!doctype html>
<html lang="sk">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ukážka - Profil</title>
<style nonce="${content.nonce}">${demoStyle}</style>
</head>
<body>
<main>
<h1>Ukážka profilu</h1>
<p>Každý čitateľ je v inej situácii. Heslo majú všetci rovnaké: <b>${escapeHtml(content.password)}</b>.</p>
<p>E-knihy, ktorých stiahnutia sa počítajú, sú v <a href="/demo/ebooks">knižnici</a>.</p>
<p id="failure" role="alert"></p>
<section aria-labelledby="readers"><h2 id="readers">Čitatelia</h2>
<ul>${content.readers.map(readerRow).join('')}</ul></section>
<section aria-labelledby="mails"><h2 id="mails">Schránka</h2>
${content.mails.length === 0 ? '<p>Zatiaľ neprišiel žiadny e-mail.</p>' : `<ul>${content.mails.map(mailRow).join('')}</ul>`}
</section>
<section aria-labelledby="phone"><h2 id="phone">Telefón</h2>
${content.texts.length === 0 ? '<p>Zatiaľ neprišla žiadna SMS.</p>' : `<ul>${content.texts.map(smsRow).join('')}</ul>`}
</section>
<section aria-labelledby="bank"><h2 id="bank">Banka</h2>
${content.transfers.length === 0 ? '<p>Nikto nečaká na pripísanie prevodu.</p>' : `<ul>${content.transfers.map(transferRow).join('')}</ul>`}
</section>
<section aria-labelledby="wishes"><h2 id="wishes">Žiadosti v diskusiách</h2>
${content.wishes.length === 0 ? '<p>Žiadna žiadosť nečaká.</p>' : `<ul>${content.wishes.map(wishRow).join('')}</ul>`}
</section>
</main>
<script nonce="${content.nonce}" data-password="${escapeHtml(content.password)}" data-login="${escapeHtml(content.login)}">${script}</script>
</body>
</html>
`

const readerRow = ({ email, name, note, situation }: Reader) => `<li>
<div><b>${escapeHtml(name)}</b><br><span>${escapeHtml(note.sk)}</span><br><small>${escapeHtml(email)} · ${escapeHtml(situation)}</small></div>
<button type="button" data-email="${escapeHtml(email)}" aria-label="Prihlásiť sa ako ${escapeHtml(name)}">Prihlásiť sa</button></li>`

const mailRow = ({ id, to, subject, text, sentAt }: Mail) => `<li>
<details><summary>${escapeHtml(subject)} <small>${escapeHtml(to)} · ${shortTime(sentAt)}</small></summary>
<pre>${withLinks(text)}</pre><p><a href="/demo/mails/${id}">Zobraziť ako HTML</a></p></details></li>`

const smsRow = ({ to, text, sentAt }: Sms) => `<li>
<div><pre>${escapeHtml(text)}</pre><small>${escapeHtml(to)} · ${shortTime(sentAt)}</small></div></li>`

const transferRow = ({ variableSymbol, amountCents, product, email }: Transfer) => `<li>
<div><b>${escapeHtml(formatMoney('sk', amountCents))}</b>, variabilný symbol ${escapeHtml(variableSymbol)}<br><small>${escapeHtml(product)} · ${escapeHtml(email)}</small></div>
<button type="button" data-symbol="${escapeHtml(variableSymbol)}" aria-label="Pripísať prevod ${escapeHtml(variableSymbol)}">Pripísať</button></li>`

const wishRow = ({ id, kind, value }: Wish) => `<li>
<div><b>${escapeHtml(value)}</b><br><span>${kind === 'nickname' ? 'prezývka' : 'adresa blogu'}</span></div>
<div><button type="button" data-wish="${id}" data-decision="approved" aria-label="Schváliť ${escapeHtml(value)}">Schváliť</button>
<button type="button" data-wish="${id}" data-decision="declined" aria-label="Zamietnuť ${escapeHtml(value)}">Zamietnuť</button></div></li>`

const shortTime = (at: Temporal.Instant) => at.toString().slice(0, 16).replace('T', ' ')

const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

/** Signs in by the public API; lets a transfer arrive; decides on a change request. */
const script = `
const { password, login } = document.currentScript.dataset
const send = (path, body) => fetch(path, {
  method: 'POST',
  credentials: 'include',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const tell = async answer => {
  document.getElementById('failure').textContent = (await answer.json()).errors[0].message
}
for (const button of document.querySelectorAll('button[data-symbol]')) {
  button.addEventListener('click', async () => {
    const answer = await send('/demo/transfers', { variable_symbol: button.dataset.symbol })
    if (answer.ok) location.reload()
    else await tell(answer)
  })
}
for (const button of document.querySelectorAll('button[data-email]')) {
  button.addEventListener('click', async () => {
    const answer = await send(login + '/login', { email: button.dataset.email, password })
    if (answer.ok) location.assign('/predplatne')
    else await tell(answer)
  })
}
for (const button of document.querySelectorAll('button[data-wish]')) {
  button.addEventListener('click', async () => {
    const { wish, decision } = button.dataset
    const answer = await send('/demo/forum-changes/' + wish, { decision })
    if (answer.ok) button.closest('li').remove()
    else await tell(answer)
  })
}`

/** Style of all pages of the demo. */
export const demoStyle = `
:root { color-scheme: light dark; --ink: #14171a; --quiet: #59626d; --line: #e1e4e8; --paper: #fff; --accent: #b3122b }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --quiet: #a3acb6; --line: #2b3036; --paper: #121417; --accent: #ff8590 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, sans-serif }
main { max-width: 720px; margin: 0 auto; padding: 32px 16px }
h1, h2 { font-family: 'Source Serif 4', Georgia, serif; line-height: 1.2 } h2 { margin-top: 48px }
ul { list-style: none; padding: 0 } li { display: flex; justify-content: space-between; gap: 16px; align-items: center; padding: 12px 0; border-bottom: 1px solid var(--line) }
small, li span { color: var(--quiet) } small { overflow-wrap: anywhere }
button { font: 600 16px/1 system-ui, sans-serif; min-height: 44px; padding: 0 16px; border: 1px solid var(--ink); border-radius: 6px; background: none; color: inherit; white-space: nowrap }
a { color: inherit; text-decoration-color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
details { width: 100%; min-width: 0 } summary { min-height: 44px; align-content: center; cursor: pointer } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
#failure:empty { display: none }`
