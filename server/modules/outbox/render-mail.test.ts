import { describe, expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'
import { type MailToSend, mailTemplates } from './send-mail.ts'

const helpdesk = 'pomoc@dennik.example'
const link = 'https://profil.dennik.example/login/activate/abc_DEF-123?a=1&b=c%2Bd%20e'
const mail: MailToSend = {
  to: 'citatel@post.example',
  locale: 'sk',
  template: 'activation',
  values: { hours: 24 },
  link,
}

test('R4.04 both parts say the same: what it is about, where the button leads, how long that works', () => {
  const { subject, text, html } = renderMail(mail, helpdesk)
  expect(subject).toBe('Aktivujte si účet')
  for (const part of [text, plain(html)]) {
    expect(spaced(part)).toContain('zostáva jediný krok')
    expect(spaced(part)).toContain('platí 24 hodín')
    expect(part).toContain('Aktivovať účet')
  }
  expect(text).toContain(link)
  expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
  expect(html).toContain('<html lang="sk">')
})

test('lists of mails show what it says, the address is written out too, and the end says from whom it came', () => {
  const supplier = { name: 'Denník, a. s.', street: 'Novinárska 7', zip: '811 09', city: 'Bratislava' }
  const { text, html } = renderMail(
    { ...mail, unsubscribe: 'https://profil.example/u' },
    helpdesk,
    null,
    supplier,
  )
  const shown = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]+>/g, '')
    .trim()
  expect(shown).toMatch(/^Zostáva jediný krok/)
  expect(html).toContain(`>${link.replace('&', '&amp;')}</a>`)
  for (const part of [text, html]) {
    expect(part).toContain('Denník, a. s., Novinárska 7, 811\u00a009\u00a0Bratislava')
  }
  expect(spaced(text)).toMatch(/\nOdhlásiť sa z odberu:\nhttps:\/\/profil\.example\/u$/)
})

test.each([
  [1, 'platí 1 hodinu'],
  [2, 'platí 2 hodiny'],
  [5, 'platí 5 hodín'],
])('%i: %s', (hours, words) => {
  expect(spaced(renderMail({ ...mail, values: { hours } }, helpdesk).text)).toContain(words)
})

test('R9.01 a mail is written in its reader’s language', () => {
  const { subject, text, html } = renderMail({ ...mail, locale: 'en' }, helpdesk)
  expect(html).toContain('<html lang="en">')
  expect([subject, text].join(' ').replaceAll('Denník', '')).not.toMatch(/[áčďéíľňóôšťúýž]/i)
})

test('XSS: another person’s text is escaped, in every place of the HTML', () => {
  const htmlWith = (template: MailToSend['template'], words: string) => {
    const values = Object.fromEntries(['hours', 'title', 'titles', 'email'].map(name => [name, words]))
    return renderMail({ ...mail, template, values, link: `https://a.example/${words}` }, words).html
  }
  const tagNames = (html: string) => html.match(/<\/?\w+/g)
  for (const template of mailTemplates) {
    const html = htmlWith(template, `"><script>alert('x')</script>&amp;`)
    expect(tagNames(html), template).toEqual(tagNames(htmlWith(template, 'slovo')))
    expect(html.match(/href="([^"]*)"/)?.[1], template).toBe(
      'https://a.example/&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;',
    )
  }
})

test('the addresses of a contract are links, those in another person’s words are not', () => {
  const withdrawal = 'https://profil.dennik.example/obchod/odstupit-od-zmluvy?order=5&lang=sk'
  const contract = `Odstúpite tu: ${withdrawal}\n\nViac na https://dennik.example/vop. `
  const paid = renderMail({ ...mail, template: 'order_paid', values: { contract } }, helpdesk)
  const escaped = withdrawal.replace('&', '&amp;')
  expect(paid.html).toContain(`<a href="${escaped}" style="color:inherit">${escaped}</a><br><br>`)
  expect(paid.html).toContain('>https://dennik.example/vop</a>. ')
  expect(paid.text).toContain(`${withdrawal}\n`)
  const values = { hasMessage: 'yes', message: 'Pozri https://inde.example' }
  const gift = renderMail({ ...mail, template: 'gift_received', values }, helpdesk)
  expect(gift.html).toContain('Pozri https://inde.example')
  expect(gift.html).not.toContain('href="https://inde.example')
})

describe('R18.03 every template is whole in both languages', () => {
  const templates = mailTemplates.flatMap(template =>
    (['sk', 'en'] as const).map(locale => [template, locale] as const),
  )
  test.each(templates)('%s in %s', (template, locale) => {
    const values = {
      hours: 24,
      days: 3,
      count: 2,
      title: 'Ranné správy',
      titles: 'Ranné správy',
      email: mail.to,
      what: 'Zmenili ste adresu',
    }
    const { subject, text, html } = renderMail({ ...mail, template, locale, values }, helpdesk)
    expect(subject).not.toBe('')
    for (const part of [subject, text, html]) {
      // A missing text would show its key, a missing value its placeholder.
      expect(part).not.toMatch(/mail\.[a-z_]+|undefined|\{\w+\}/)
    }
    expect(text).toContain(link)
  })
})

const spaced = (text: string) => text.replaceAll('\u00a0', ' ')
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ')

test.each([
  ['activation', 'niekto zadal túto adresu pri registrácii'],
  ['newsletter_confirmation', 'niekto zadal túto adresu pri odbere newsletterov'],
  ['company_access', 'niekto zadal túto adresu, keď rozdával prístupy'],
  ['gift_received', 'niekto zadal túto adresu, keď kupoval predplatné ako darček'],
  ['anonymization_done', 'bola zadaná v profile, ktorý sme vymazali'],
  ['password_changed', 'táto adresa je zadaná v profile čitateľa'],
] as const)('R1.06 the end of %s says why it came: %s', (template, why) => {
  const { text, html } = renderMail({ ...mail, template }, helpdesk)
  for (const part of [text, html]) expect(spaced(part)).toContain(why)
})
