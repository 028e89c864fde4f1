import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { DataArchive } from '#contract/privacy/data-archive.ts'
import { dataIn, openDataArchives } from '#server/testing/make/data-archives.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { eraseReader } from './erase-reader.ts'
import { eraseDueReaders, removeOutdated } from './index.ts'

const server = openForFile(openDataArchives)
beforeEach(() => {
  server.clock.set('2026-11-22T13:03:00Z')
})

test('R13.04 everything comes as a page, as JSON and with the documents as PDF, mailed as a link to the settings', async () => {
  const { reader, read, ask, ready, download, log } = await server.enter({
    name: 'Ľubica <b>Nežná</b>',
    phone: '0905123456',
  })
  const id = await server.pay(reader.id)
  await server.settle(id)
  await server.run(sql`insert into orders (user_id, product_code, method, state, price_cents, request_hash, payment_id, created_at,
      expires_at, address) values (${reader.id}, 'premium_1y', 'card', 'paid', 8990, 'tajný odtlačok', ${id}, now(), now(),
      '{"name":"Ľubica","city":"Žilina"}')`)
  expect(await read()).toEqual({ state: 'none' })
  const answer = await ask()
  expect([answer.statusCode, answer.json<DataArchive>().state]).toEqual([202, 'making'])
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('údaje'))
  expect(mail.text).toMatch(/do 29\.\u00a0novembra\u00a02026, 14:0\d/)
  expect(mail.text).toContain('/nastavenia#my-data')
  const { bytes } = await ready()
  const { answer: file, files } = await download()
  expect(file.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes),
    'content-disposition': 'attachment; filename="profil-2026-11-22.zip"',
    'cache-control': 'no-store',
  })
  expect(file.rawPayload.length).toBe(bytes)
  const [document] = await server.documentsOf(reader.id)
  const number = `P-2026-${String(document?.serial).padStart(6, '0')}`
  expect([...files.keys()]).toEqual(['index.html', 'data.json', `documents/${number}.pdf`])
  expect(files.get(`documents/${number}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')

  const { data } = dataIn(files)
  expect(data['account']).toEqual([
    expect.objectContaining({
      email: reader.email,
      name: 'Ľubica <b>Nežná</b>',
      phone: '0905123456',
      locale: 'sk',
    }),
  ])
  expect(data['orders']).toEqual([
    expect.objectContaining({
      product: 'Prémium',
      price_cents: 8990,
      address: { name: 'Ľubica', city: 'Žilina' },
    }),
  ])
  expect(data['documents']).toEqual([
    expect.objectContaining({ number, kind: 'receipt', amount_cents: 8990 }),
  ])
  expect(data['cards']).toEqual([])
  const text = String(files.get('data.json'))
  expect(text).not.toContain(String(reader.passwordHash))
  expect(text).not.toContain('tajný odtlačok')

  const page = String(files.get('index.html'))
  expect(page).toContain('<html lang="sk">')
  expect(page).toContain('<dd>Ľubica &lt;b&gt;Nežná&lt;/b&gt;</dd>')
  expect(page).toContain('<dd>Obec: Žilina; Meno: Ľubica</dd>')
  expect(page).toContain(`<a href="documents/${number}.pdf">`)
  expect(page).toContain('89,90\u00a0€')
  expect(page).toContain('<li>Platobné karty</li>')
  expect(page).not.toContain('<script')
  expect(await log()).toEqual(['data_archive_downloaded', 'data_archive_requested', 'signed_in'])
})

test('R13.04 codes of newsletters, surveys, refunds and disputes are words', async () => {
  const { reader, ask, download } = await server.enter()
  const id = await server.pay(reader.id)
  await server.settle(id)
  await server.run(sql`insert into newsletters values ('ranny-vyber', default, 'sme', 1, 'Ranný výber', '', '', '', '', '', null, false),
    ('nazory-dna', default, 'sme', 2, 'Názory dňa', '', '', '', '', '', null, false)`)
  await server.run(sql`insert into newsletter_links (token_hash, email, codes, locale, sent_at, expires_at)
    values (${reader.email}, ${reader.email}, array['ranny-vyber', 'nazory-dna'], 'sk', now(), now())`)
  await server.run(sql`with held as (insert into subscriptions (user_id, product_code, price_cents, starts_at, ends_at, anchor_at)
      values (${reader.id}, 'premium_1y', 8990, now(), now() + interval '1 year', now()) returning id)
    insert into stop_surveys (subscription_id, survey_id, at, answers) select id, 'any', now(),
      '{"reason":["price","other"],"upgrade":["blocker"],"former":["unknown"]}' from held`)
  await server.run(sql`insert into disputes (payment_id, gateway_reference, reason, amount_cents, state, opened_at)
    values (${id}, 'dp_1', 'fraudulent', 8990, 'lost', now())`)
  for (const reason of ['dispute', 'too_late'])
    await server.run(sql`insert into refunds (payment_id, state, amount_cents, reason, requested_at, requested_by, access, way, key)
      values (${id}, 'sent', 100, ${reason}, now(), 'x', 'keep', 'card', ${reason})`)
  await ask()
  const { files } = await download()
  expect(dataIn(files).data['newsletter_links']).toEqual([
    expect.objectContaining({ codes: ['Názory dňa', 'Ranný výber'] }),
  ])
  const page = String(files.get('index.html'))
  expect(page).toContain('Názory dňa, Ranný výber')
  expect(page).toContain('former unknown\nPrečo obnovovanie vypínate? Je to pre mňa drahé, Iný dôvod\n')
  expect(page).toContain('? Reklamu si blokujem')
  expect(page).toContain('podozrenie na podvod')
  expect(page).not.toMatch(/>dispute<|too_late|fraudulent/)
})

test('R13.04 twenty requests at once are one archive and one mail; a later one is the same until it is over', async () => {
  const { reader, ask, ready, log, browser, read } = await server.enter({ locale: 'en' })
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([202]))
  const first = await ready()
  expect((await ask()).json()).toMatchObject({ state: 'ready', url: first.url })
  const mailed = () =>
    server.mailbox.mails.filter(({ to, subject }) => to === reader.email && subject.includes('data'))
  await expect.poll(mailed).toHaveLength(1)
  expect((await log()).filter(kind => kind === 'data_archive_requested')).toHaveLength(1)

  server.clock.advance('PT167H59M')
  await browser.signIn(reader.email)
  expect((await browser.get(first.path)).statusCode).toBe(200)
  server.clock.advance('PT2M')
  expect(await read()).toMatchObject({ state: 'gone', expires_at: first.expires_at })
  expect((await browser.get(first.path)).statusCode).toBe(404)
  expect(await server.countChunks(reader.id)).toBeGreaterThan(0)
  await server.run(sql`delete from retention_runs`)
  server.clock.advance('P1D')
  await removeOutdated(server.deps)
  expect(await server.countChunks(reader.id)).toBe(0)
  await browser.signIn(reader.email)
  expect(await read()).toMatchObject({ state: 'gone' })
  expect((await ask()).json<DataArchive>().state).toBe('making')
  expect((await ready()).url).not.toBe(first.url)
})

test('R13.04 nobody else gets an archive, and cannot tell it from one that is not there', async () => {
  const [owner, other] = [await server.enter(), await server.enter()]
  await owner.ask()
  const { path, url } = await owner.ready()
  const id = url.split('/').at(-1)
  const answers = await Promise.all(
    [`${other.path}/${id}`, `${other.path}/99999`].map(each => other.browser.get(each)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect((await other.browser.get(path)).statusCode).toBe(403)
  await owner.browser.post('/logout')
  expect((await owner.browser.get(path)).statusCode).toBe(401)
})

test('R13.04 it holds nothing of other people but what the reader typed', async () => {
  const { reader, ask, download } = await server.enter()
  const { reader: giver } = await server.signedIn({ name: 'Peter Cudzí' })
  const gift = (buyer: number, email: string, message: string) =>
    server.run(sql`with coupon as (insert into coupons (code_hash, kind, product_code, expires_at)
      values (${message}, 'gift', 'premium_1y', now()) returning id)
      insert into gifts (coupon_id, buyer_id, email, recipient_name, message, send_on, sent_at)
      select id, ${buyer}, ${email}, 'Obdarovaná', ${message}, '2026-01-01', now() from coupon`)
  await gift(giver.id, reader.email, 'Od iného človeka')
  await gift(reader.id, giver.email, 'Odo mňa')
  const paid = await server.pay(reader.id, { method: 'bank_transfer' })
  await server.run(sql`insert into bank_entries (account, entry_key, reference, statement, booked_on, amount_cents, currency, is_debit,
      is_reversal, payer_name, payer_account, message, state, payment_id, taken_at)
    values ('SK1', 'kluc', 'R', 'S', '2026-01-01', 8990, 'EUR', false, false, 'Mama Cudzia', 'SK3112000000001987427541',
      'za dceru', 'confirmed', ${paid}, now())`)
  await ask()
  const { files } = await download()
  const { data } = dataIn(files)
  expect(data['gifts_given']).toEqual([expect.objectContaining({ email: giver.email, message: 'Odo mňa' })])
  expect(data['gifts_received']).toEqual([
    { product: 'Prémium', email: reader.email, sent_at: expect.any(String) },
  ])
  expect(data['bank_entries']).toEqual([expect.objectContaining({ account: '… 7541', amount_cents: 8990 })])
  for (const name of ['index.html', 'data.json']) {
    expect(String(files.get(name))).not.toMatch(/Peter Cudzí|Od iného človeka|Mama Cudzia|19874275|za dceru/)
  }
})

test('R13.04 what belongs to a mailbox is only for who has proven it', async () => {
  const of = async (confirmedAt: Temporal.Instant | null) => {
    const { reader, ask, download } = await server.enter({ confirmedAt })
    await server.run(
      sql`insert into newsletter_recipients (email, locale, created_at) values (${reader.email}, 'sk', now())`,
    )
    await ask()
    return dataIn((await download()).files).data['newsletter_recipients']
  }
  expect(await of(server.clock.now())).toHaveLength(1)
  expect(await of(null)).toEqual([])
})

test('R13.04 an account that is about to be erased may ask, and the archive goes with it', async () => {
  const { reader, browser, base, ask, ready } = await server.enter()
  await browser.post(`${base}/anonymization`)
  server.clock.advance('P27D')
  await browser.signIn(reader.email)
  expect((await ask()).statusCode).toBe(202)
  const { expires_at, requested_at } = await ready()
  const lives = Temporal.Instant.from(requested_at).until(expires_at).total('days')
  expect(lives).toBeGreaterThan(2.9)
  expect(lives).toBeLessThan(3.1)
  server.clock.advance('P3DT2H')
  await eraseDueReaders(server.deps)
  expect(await server.run(sql`select 1 from data_archives where user_id = ${reader.id}`)).toEqual([])
  expect((await browser.get(base)).statusCode).toBe(401)
})

test('R13.04 R17.03 over a line that takes longer than an answer may, an archive arrives whole', async () => {
  const { reader, browser, ask, ready } = await server.enter()
  await ask()
  const { path } = await ready()
  // More than what a connection holds on its way.
  await server.run(sql`insert into data_archive_chunks (archive_id, position, content)
    select id, 1000 + n, convert_to(repeat('x', 250000), 'UTF8') from data_archives, generate_series(1, 100) n
    where user_id = ${reader.id}`)
  await server.run(sql`update data_archives set bytes = bytes + 25000000 where user_id = ${reader.id}`)
  const { bytes } = await ready()
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const asked = get(address + path, { headers: { cookie, host: new URL(testOrigin).host } })
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (!answer) throw new Error('There is no answer')
  await pause(5500)
  let arrived = 0
  for await (const part of answer) arrived += (part as Buffer).length
  expect([answer.statusCode, arrived]).toEqual([200, bytes])
})

test('R8.07 race: a download of an archive that the erasure overtakes is refused, and leaves nothing', async () => {
  const { deps, clock, run, enter } = server
  const { reader, ask, ready, browser } = await enter()
  await ask()
  const { path } = await ready()
  const erased = { ...reader, phone: null, isProven: true }
  const erasure = await holdLocks(deps.db, tx => eraseReader(tx, erased, clock.now()))
  const downloading = browser.get(path)
  await erasure.waitedForBy(1)
  await erasure.release()
  expect((await downloading).json()).toMatchObject({ errors: [{ key: 'not_found' }] })
  expect(await run(sql`select from activity_log where user_id = ${reader.id}`)).toEqual([])
})
