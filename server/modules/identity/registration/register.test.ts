import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { medianTimes } from '#server/testing/inspect/median-times.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { mailedLinks, users } from '../tables.ts'

const server = openForFile(createTestApp)
let addresses = 0

/** A browser at an address of its own that has the form open. */
async function openForm(): Promise<{ browser: TestBrowser; csrfToken: string }> {
  const browser = openBrowser(server.app, `10.5.${addresses >> 8}.${addresses++ & 255}`)
  const answer = await browser.get('/get-csrf-token/registration')
  return { browser, csrfToken: answer.json().token }
}

async function register(email: string, more: Record<string, string> = {}, language = 'sk') {
  const { browser, csrfToken } = await openForm()
  return browser.post('/registration', {
    form: { email, _token: csrfToken, ...more },
    headers: { 'accept-language': language },
  })
}

const findUser = async (email: string) => {
  const [user] = await server.deps.db.select().from(users).where(eq(users.email, email))
  return user
}

test('R7.15 a registration opens an account without a password and mails its activation link', async () => {
  const answer = await register(' Nova.Citatelka@dennik.example', {
    source: 'paywall',
    referer: 'https://x.sk',
  })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ content: { email_sent: true } })
  expect(answer.cookies).toEqual([])
  const mail = await server.mailbox.waitFor('nova.citatelka@dennik.example')
  expect(mail.subject).toBe('Aktivujte si účet')
  expect(mail.text).toContain('48\u00a0hodín')
  expect(mail.text).toContain('http://profil.test/login/activate/')
  expect(await findUser('nova.citatelka@dennik.example')).toMatchObject({
    confirmedAt: null,
    passwordHash: null,
    locale: 'sk',
    registeredVia: 'web',
    registrationSource: 'paywall',
    registrationReferer: 'https://x.sk',
  })
})

test('R5.08 an address of a domain with diacritics is one account, however its domain is written', async () => {
  const ascii = 'lenka@xn--lt-1ka72c.sk'
  expect((await register('Lenka@ŽLTÝ.sk')).statusCode).toBe(201)
  expect((await server.mailbox.waitFor(ascii)).subject).toBe('Aktivujte si účet')
  expect(await findUser(ascii)).toMatchObject({ email: ascii })
  for (const email of ['lenka@žltý.sk', ascii]) {
    expect((await register(email)).statusCode).toBe(201)
  }
  expect(await server.deps.db.select().from(users).where(like(users.email, 'lenka@%'))).toHaveLength(1)
  for (const email of ['lenka@žltý', 'lenka@ž..sk', 'lenka@žltý.sk/x', 'leňka@zlty.sk', 'a@ž,b@c.sk']) {
    const answer = await register(email)
    expect(answer.json(), email).toMatchObject({ errors: [{ key: 'invalid_email', field: 'email' }] })
  }
})

test.each([
  ['http://profil.test/obchod/premium_1y?platba=prevod', true],
  ['https://dennik.example/clanok/1', true],
  ['https://evil.example/obchod', false],
  ['javascript:alert(1)', false],
  ['nonsense', false],
  ['http://profil.test/login/gift/ABCD-EFGH', false],
  ['http://profil.test/predplatne-cez-kod?activation_code=ABCD', false],
  ['http://profil.test/aktivacny-kod?coupon_code=ABCD', false],
  ['http://profil.test/e-maily/odkaz/abcd-1234', false],
])(
  'R7.15 the mail leads back to where the registration was on the way to, on our own sites only: %s',
  async (referer, leads) => {
    const email = `cestou-${crypto.randomUUID()}@dennik.example`
    await register(email, { referer })
    const { text } = await server.mailbox.waitFor(email)
    const link = new URL(/http:\/\/profil\.test\/login\/activate\/\S+/.exec(text)?.[0] ?? '')
    expect(link.searchParams.get('url')).toBe(leads ? referer : null)
  },
)

test.each([
  ['http://profil.test/login/gift/ABCD-EFGH?x=1', 'http://profil.test'],
  ['http://profil.test/predplatne-cez-kod?activation_code=ABCD', 'http://profil.test/predplatne-cez-kod'],
  ['http://profil.test/unsubscribe/abcd-1234', 'http://profil.test'],
  ['https://dennik.example/clanok#pay', 'https://dennik.example/clanok'],
])('the stored referer of a registration has no code: %s', async (referer, kept) => {
  const email = `odkial-${crypto.randomUUID()}@dennik.example`
  await register(email, { referer })
  expect(await findUser(email)).toMatchObject({ registrationReferer: kept })
})

test('R9.01 a new reader is addressed in the language of the page', async () => {
  await register('english@dennik.example', {}, 'en-GB,en;q=0.9')
  const mail = await server.mailbox.waitFor('english@dennik.example')
  expect(mail.subject).toBe('Activate your account')
})

describe('an address that has an account', () => {
  test('gets a mail saying so, and the caller the same answer', async () => {
    const reader = await makeReader(server.deps, { locale: 'en' })
    const known = await register(reader.email.toUpperCase())
    const unknown = await register('somebody-new@dennik.example')
    expect(known.statusCode).toBe(201)
    expect(known.body).toBe(unknown.body)
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))

    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).toContain('http://profil.test/login\n')
    expect(await findUser(reader.email)).toEqual(reader)
  })

  test('R4.04 but is not activated yet gets a new link, and the older one stops working', async () => {
    await register('twice@dennik.example')
    const first = await server.mailbox.waitFor('twice@dennik.example')
    await register('twice@dennik.example')
    const second = await server.mailbox.waitFor(
      'twice@dennik.example',
      mail => mail.messageId !== first.messageId,
    )
    const activate = (token: string) =>
      openBrowser(server.app).post(`/login/activate/${token}`, { json: { plain_password: 'Nove-Heslo-1' } })
    const refused = await activate(tokenInMail(first, 'activate'))
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ errors: [{ key: 'activation_link_invalid' }] })
    expect((await activate(tokenInMail(second, 'activate'))).statusCode).toBe(204)
  })

  test('timing attack: is answered in the same time as one that has none', async () => {
    const readers = await Promise.all(Array.from({ length: 21 }, () => makeReader(server.deps)))
    const forms = await Promise.all(readers.map(openForm))
    const send = (round: number, email = '') =>
      forms[round]?.browser.post('/registration', {
        form: { email, _token: forms[round]?.csrfToken ?? '' },
      }) ?? Promise.reject(new Error('There are fewer forms than rounds'))
    const [known, unknown] = await medianTimes(readers.length, [
      round => send(round, readers[round]?.email),
      round => send(round, `timing-${round}@dennik.example`),
    ])
    expect(known / unknown).toBeGreaterThan(0.5)
    expect(known / unknown).toBeLessThan(2)
  })
})

test('race: five registrations of one address at once open one account', async () => {
  const forms = await Promise.all(Array.from({ length: 5 }, openForm))
  const answers = await Promise.all(
    forms.map(({ browser, csrfToken }) =>
      browser.post('/registration', { form: { email: 'crowd@dennik.example', _token: csrfToken } }),
    ),
  )
  expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 201))
  const all = await server.deps.db.select().from(users).where(eq(users.email, 'crowd@dennik.example'))
  expect(all).toHaveLength(1)
})

describe('limits', () => {
  test('rate limit: the sixth registration of one e-mail within an hour waits', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await register('again@dennik.example')).statusCode).toBe(201)
    }
    const answer = await register('again@dennik.example')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('rate limit: the twenty-first registration from one IP address within an hour waits', async () => {
    const { browser, csrfToken } = await openForm()
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        browser.post('/registration', {
          form: { email: `mass-${index}@dennik.example`, _token: csrfToken },
        }),
      ),
    )
    expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(1)
  })
})

describe('R7.14 the form’s CSRF token', () => {
  const attempt = async (browser: TestBrowser, csrfToken: string) =>
    browser.post('/registration', { form: { email: 'csrf@dennik.example', _token: csrfToken } })
  const expectRefused = (answer: Awaited<ReturnType<typeof attempt>>) => {
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'csrf_token_invalid' }] })
  }

  test('is bound to a cookie that scripts cannot read', async () => {
    const answer = await openBrowser(server.app).get('/get-csrf-token/registration')
    expect(answer.cookies).toEqual([
      { name: 'ppf', value: expect.any(String), path: '/', httpOnly: true, sameSite: 'Lax' },
    ])
  })

  test('is valid in the browser that asked for it, and in no other', async () => {
    const mine = await openForm()
    const other = await openForm()
    expectRefused(await attempt(other.browser, mine.csrfToken))
    mine.browser.cookies.clear()
    expectRefused(await attempt(mine.browser, mine.csrfToken))
  })

  test('stays valid when another form is opened beside it', async () => {
    const { browser, csrfToken } = await openForm()
    await browser.get('/get-csrf-token/other')
    expect((await attempt(browser, csrfToken)).statusCode).toBe(201)
  })

  test('is valid for an hour', async () => {
    const { browser, csrfToken } = await openForm()
    server.clock.advance('PT59M')
    expect((await attempt(browser, csrfToken)).statusCode).toBe(201)
    server.clock.advance('PT2M')
    expectRefused(await attempt(browser, csrfToken))
  })

  test('can’t be forged or extended', async () => {
    const { browser, csrfToken } = await openForm()
    const [id, expires, digest] = csrfToken.split('.')
    const made = [
      'x',
      '..',
      `${id}.${Number(expires) + 60}.${digest}`,
      `other.${expires}.${digest}`,
      'é'.repeat(90),
    ]
    for (const token of made) expectRefused(await attempt(browser, token))
  })

  test('may bear any name a form would give it, and no other', async () => {
    const browser = openBrowser(server.app)
    expect((await browser.get('/get-csrf-token/a_B-9')).statusCode).toBe(200)
    expect((await browser.get('/get-csrf-token/a.b')).statusCode).toBe(400)
    expect((await browser.get(`/get-csrf-token/${'a'.repeat(65)}`)).statusCode).toBe(400)
  })
})

test('a registration takes a form with its fields, nothing else', async () => {
  const { browser, csrfToken } = await openForm()
  const asJson = await browser.post('/registration', {
    json: { email: 'a@dennik.example', _token: csrfToken },
  })
  expect(asJson.statusCode).toBe(415)
  const unknown = await browser.post('/registration', {
    form: { email: 'a@dennik.example', _token: csrfToken, role: 'admin' },
  })
  expect(unknown.statusCode).toBe(400)
  const bad = await browser.post('/registration', { form: { email: 'a@', _token: csrfToken } })
  expect(bad.statusCode).toBe(422)
  expect(bad.json()).toMatchObject({ errors: [{ key: 'invalid_email', field: 'email' }] })
  const foreign = await browser.post('/registration', {
    form: { email: 'a@dennik.example', _token: csrfToken },
    origin: 'https://evil.example',
  })
  expect(foreign.statusCode).toBe(403)
})

test('the database stores only hashes of links', async () => {
  await register('stolen-table@dennik.example')
  const mail = await server.mailbox.waitFor('stolen-table@dennik.example')
  const kept = JSON.stringify(await server.deps.db.select().from(mailedLinks))
  expect(kept).not.toContain(tokenInMail(mail, 'activate'))
})
