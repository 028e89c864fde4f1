import { expect, test } from 'vitest'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(() =>
  createTestApp({ HELPDESK_EMAIL: 'pomoc@noviny.test', HELPDESK_ANSWER_HOURS: '48' }),
)

const right = {
  topic: 'payment',
  name: 'Žofia Ľahká',
  message: 'Prvý riadok.\n<b>Druhý</b> {riadok}.',
  details: 'Prehliadač: Firefox',
  lang: 'sk',
}
const write = (browser: TestBrowser, more: object) =>
  browser.post('/rest/api/prv/v1/help-requests', { json: { ...right, ...more } })
let address = 0
const visitor = () => openBrowser(server.app, `203.0.113.${(address += 1)}`)
const toDesk = (number: string) =>
  server.mailbox.waitFor('pomoc@noviny.test', each => each.subject.includes(number))

test('R13.15 a message goes to the help desk, which answers the reader, and has a number', async () => {
  const answer = await write(visitor(), { email: 'Zofia+Noviny@Example.com ' })
  expect(answer.statusCode).toBe(201)
  const { number } = answer.json<{ number: string }>()
  const mail = await toDesk(number)
  expect(mail.subject).toMatch(new RegExp(`^Správa čitateľa ${number}: platby a\\sdoklady$`))
  expect(mail.replyTo).toBe('zofia+noviny@example.com')
  expect(mail.html).toContain('href="mailto:zofia%2Bnoviny@example.com?subject=%23')
  for (const part of [right.message, right.name, right.details, 'bez prihlásenia']) {
    expect(mail.text).toContain(part)
  }
  expect(mail.html).toContain('&lt;b&gt;Druhý&lt;/b&gt;')
  expect(mail.html).not.toContain('<b>Druhý')
  const second = (await write(visitor(), { email: 'zofia@example.com' })).json<{ number: string }>()
  expect(Number(second.number)).toBeGreaterThan(Number(number))
})

test('R13.15 a visitor’s copy tells the number and when an answer comes, and mails nobody’s words to others', async () => {
  const answer = await write(visitor(), { email: 'obet@example.com' })
  const { number } = answer.json<{ number: string }>()
  const copy = await server.mailbox.waitFor('obet@example.com')
  expect(copy.subject).toBe(`Vašu správu sme prijali pod číslom ${number}`)
  expect(copy.text).toMatch(/do 48\s+hodín/)
  expect(copy.text).not.toContain('riadok')
})

test('R13.15 a signed-in reader gets a copy of the message at the account’s own address only', async () => {
  const reader = await makeReader(server.deps)
  const browser = visitor()
  await browser.signIn(reader.email)
  const { number } = (await write(browser, { email: reader.email })).json<{ number: string }>()
  expect((await server.mailbox.waitFor(reader.email)).text).toContain(right.message)
  expect((await toDesk(number)).text).toContain(`číslo ${reader.id}`)
  await write(browser, { email: 'iny@example.com' })
  expect((await server.mailbox.waitFor('iny@example.com')).text).not.toContain('riadok')
})

test('R5.12 five messages a day from one e-mail, also of 20 at once', async () => {
  const codes = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await write(visitor(), { email: 'casto@example.com' })).statusCode,
    ),
  )
  expect(codes.filter(code => code === 201)).toHaveLength(5)
  expect(codes.filter(code => code === 429)).toHaveLength(15)
})

test.each([
  ['message', { message: '   ' }],
  ['message', { message: 'a'.repeat(4001) }],
  ['email', { email: 'nie je' }],
  ['name', { name: 'a\nb' }],
  ['details', { details: 'a'.repeat(4001) }],
  ['topic', { topic: 'all' }],
])('R5.12 a fault is told at %s', async (field, wrong) => {
  const answer = await write(visitor(), { email: 'dobra@example.com', ...wrong })
  expect([400, 422]).toContain(answer.statusCode)
  expect(answer.json()).toMatchObject({ errors: [{ field }] })
})
