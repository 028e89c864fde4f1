import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import {
  type Added,
  administer,
  codeOf,
  keyOf,
  signInSomebody,
  somebody,
} from '#server/testing/make/company-people.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { accesses } from './tables.ts'

const server = openForFile(createTestApp)

type Administrator = Awaited<ReturnType<typeof administer>>

const cookiesOf = ({ browser }: Administrator) =>
  [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')

const sendCsv = (boss: Administrator, payload: Buffer) =>
  server.app.inject({
    method: 'POST',
    url: boss.path,
    headers: { origin: 'http://profil.test', 'content-type': 'text/csv', cookie: cookiesOf(boss) },
    payload,
  })

describe('R1.16 many addresses at once', () => {
  test('each has its own result, and seats go to the first ones', async () => {
    const boss = await administer(server, { seats: 2, audience: 'family' })
    const [one, two, three] = [somebody(), somebody(), somebody()]
    const answer = await boss.add({
      emails: [one, ' ', 'nie je adresa', one.toUpperCase(), boss.email, two, three],
    })
    expect(answer.statusCode).toBe(201)
    const { seats, used, results } = answer.json<Added>()
    expect([seats, used]).toEqual([2, 2])
    expect(results.map(result => [result.line, result.error?.key ?? result.access?.state])).toEqual([
      [1, 'waiting'],
      [3, 'invalid_email'],
      [4, 'company_access_exists'],
      [5, 'company_own_access'],
      [6, 'waiting'],
      [7, 'company_seats_used_up'],
    ])
    expect(results[1]?.error?.message).toBe('Toto nie je platná e-mailová adresa')
    expect((await boss.list()).items).toHaveLength(2)
  })

  test('an internationalised domain is one address, alone, in a list and in a file', async () => {
    const boss = await administer(server)
    const ascii = 'jana@xn--lt-1ka72c.sk'
    await boss.addOne('Jana@Žltý.sk')
    const listed = (await boss.add({ emails: ['jana@žltý.sk', ascii] })).json<Added>()
    const filed = (await sendCsv(boss, Buffer.from('E-mail\njana@ŽLTÝ.sk\n'))).json<Added>()
    expect([...listed.results, ...filed.results].map(({ error }) => error?.key)).toEqual(
      Array.from({ length: 3 }, () => 'company_access_exists'),
    )
    const other = (await boss.add({ emails: ['peter@žltý.sk'] })).json<Added>().results
    expect(other).toMatchObject([{ email: 'peter@žltý.sk', access: { email: 'peter@xn--lt-1ka72c.sk' } }])
  })

  test('of somebody whose access has such a domain as it was typed, no second seat is taken', async () => {
    const boss = await administer(server)
    const { id } = await boss.addOne()
    await server.deps.db.update(accesses).set({ email: 'jana@žltý.sk' }).where(eq(accesses.id, id))
    expect(keyOf(await boss.add({ email: 'jana@žltý.sk' }))).toBe('company_access_exists')
    await boss.deactivate(id)
    await boss.addOne('jana@žltý.sk')
    expect(keyOf(await boss.activate(id))).toBe('company_access_exists')
  })

  test('no mail is sent when the links are not to be sent', async () => {
    const boss = await administer(server)
    const [quiet, loud] = [somebody(), somebody()]
    await boss.add({ emails: [quiet], send_links: false })
    expect((await boss.list()).items).toMatchObject([{ email: quiet, link_sent_at: null }])
    await boss.add({ email: loud })
    await server.mailbox.waitFor(loud)
    expect(server.mailbox.mails.filter(mail => mail.to === quiet)).toEqual([])
  })

  test('five hundred are taken, one more is refused as a whole', async () => {
    const boss = await administer(server, { seats: 600 })
    const emails = Array.from({ length: 501 }, somebody)
    const answer = await boss.add({ emails, send_links: false })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      errors: [
        {
          key: 'company_too_many_lines',
          params: { max: 500 },
          message: expect.stringMatching(/najviac 500\sľudí/),
        },
      ],
    })
    const added = await boss.add({ emails: emails.slice(1), send_links: false })
    expect(added.json<Added>().used).toBe(500)
  })

  test.each<[string, Uint8Array | string]>([
    ['commas', 'name,email\nAnna,ADDRESS\n'],
    ['semicolons and the mark of UTF-8', '\ufeffMeno;E-mail\r\nAnna;ADDRESS\r\n'],
    ['Windows-1250', Uint8Array.from([0x8e, 0x3b, ...new TextEncoder().encode('E-mail\nx;ADDRESS\n')])],
  ])('a CSV file with %s is understood', async (_, content) => {
    const boss = await administer(server)
    const email = somebody()
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1')
    const answer = await sendCsv(
      boss,
      Buffer.from(text.replace('ADDRESS', email), typeof content === 'string' ? 'utf8' : 'latin1'),
    )
    expect(answer.statusCode).toBe(201)
    expect((await boss.list()).items).toMatchObject([{ email }])
  })

  test('R4.10 of a file each result names its line, the heading and empty lines counted', async () => {
    const boss = await administer(server)
    const [one, two] = [somebody(), somebody()]
    const answer = await sendCsv(
      boss,
      Buffer.from(`Meno;E-mail\nAnna;${one}\n;\n\nBoris;zle\nCyril;${two}\n`),
    )
    expect(answer.json<Added>().results.map(({ line, email }) => [line, email])).toEqual([
      [2, one],
      [5, 'zle'],
      [6, two],
    ])
    const most = Buffer.from(`E-mail\n\n${Array.from({ length: 500 }, () => 'zle').join('\n')}`)
    expect((await sendCsv(boss, most)).json<Added>().results.at(-1)?.line).toBe(502)
  })

  test('one address and a list together are refused by what is wrong, and neither of them is added', async () => {
    const boss = await administer(server)
    const answer = await boss.add({ email: somebody(), emails: [somebody()] })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'email_or_emails', field: 'emails' }] })
    expect((await boss.add({})).json()).toMatchObject({ errors: [{ key: 'required', field: 'email' }] })
    expect((await boss.list()).items).toEqual([])
  })

  test.each([
    [Buffer.from('PK\u0003\u0004rest of a workbook'), 'company_csv_is_spreadsheet'],
    [Buffer.from([1, 0, 2]), 'company_csv_not_text'],
    [Buffer.from('meno;priezvisko\nAnna;Malá'), 'company_csv_without_emails'],
    [Buffer.from(Array.from({ length: 501 }, () => 'a@b.sk').join('\n')), 'company_too_many_lines'],
  ])('a file that is no list of addresses is refused by its name: %#', async (bytes, key) => {
    const answer = await sendCsv(await administer(server), bytes)
    expect([answer.statusCode, keyOf(answer)]).toEqual([422, key])
  })

  test('text/csv is taken nowhere else', async () => {
    const boss = await administer(server)
    const answer = await server.app.inject({
      method: 'POST',
      url: `${boss.own}/coupon-activations`,
      headers: { origin: 'http://profil.test', 'content-type': 'text/csv', cookie: cookiesOf(boss) },
      payload: 'code\nx',
    })
    expect(answer.statusCode).toBe(415)
  })

  test('rate limit: an address is invited to one subscription at most five times a day', async () => {
    const boss = await administer(server)
    const email = somebody()
    for (let time = 0; time < 5; time++) await boss.deactivate((await boss.addOne(email)).id)
    const answer = await boss.add({ email })
    expect([answer.statusCode, keyOf(answer)]).toEqual([429, 'too_many_access_mails'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(24 * 3600 - 60)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
    server.clock.advance('PT24H1M')
    await boss.browser.signIn(boss.email)
    expect((await boss.add({ email })).statusCode).toBe(201)
  })
})

describe('R1.16 who reads has one access, also after another e-mail', () => {
  /** What confirming another e-mail leaves. */
  async function changeEmail(id: number) {
    const email = somebody()
    await server.deps.db.update(users).set({ email }).where(eq(users.id, id))
    return email
  }

  test('the administrator, who is told so, alone and in a list whose others are added', async () => {
    const boss = await administer(server)
    await boss.addOne(boss.email)
    const email = await changeEmail(boss.id)
    expect(await boss.list()).toMatchObject({ has_own: true, used: 1 })
    const alone = await boss.add({ email })
    expect([alone.statusCode, alone.json()]).toMatchObject([
      422,
      { errors: [{ key: 'company_access_exists', field: 'email' }] },
    ])
    const colleague = somebody()
    const { results, used } = (await boss.add({ emails: [email, colleague] })).json<Added>()
    expect(results.map(({ error, access }) => [error?.key, access?.email])).toEqual([
      ['company_access_exists', undefined],
      [undefined, colleague],
    ])
    expect(used).toBe(2)
  })

  test('a colleague, whose access is not given back either where another is open', async () => {
    const boss = await administer(server)
    const colleague = await signInSomebody(server)
    const former = await boss.addOne(colleague.email)
    await colleague.take(codeOf(former))
    const email = await changeEmail(colleague.id)
    expect(keyOf(await boss.add({ email }))).toBe('company_access_exists')
    await boss.deactivate(former.id)
    const waiting = await boss.addOne(email)
    expect(keyOf(await boss.activate(former.id))).toBe('company_access_exists')
    await boss.deactivate(waiting.id)
    await boss.activate(former.id)
    expect(keyOf(await boss.activate(waiting.id))).toBe('company_access_exists')
  })
})

test('an invitation is written in the language of its reader, where that is known', async () => {
  const boss = await administer(server)
  const reader = await makeReader(server.deps, { locale: 'en' })
  await boss.addOne(reader.email)
  const mail = await server.mailbox.waitFor(reader.email)
  expect(mail.subject).toContain('gives you access')
})

test('the table keeps one open access an address and a reader', async () => {
  const boss = await administer(server)
  const access = await boss.addOne()
  const { db, clock } = server.deps
  const twice = db.insert(accesses).values({
    subscriptionId: boss.subscription.id,
    email: access.email,
    invitedAt: clock.now(),
    linkKey: 'twice',
    linkExpiresAt: clock.now(),
  })
  await expect(twice).rejects.toThrow()
  const rows = await db
    .select()
    .from(accesses)
    .where(and(eq(accesses.subscriptionId, boss.subscription.id), eq(accesses.email, access.email)))
  expect(rows).toHaveLength(1)
})
