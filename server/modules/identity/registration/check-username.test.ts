import { expect, test } from 'vitest'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

const check = (form: Record<string, string>, ip = '10.11.0.1') =>
  openBrowser(server.app, ip).post('/username_check', { form })

test('R7.13 an address with an account continues with the password, any other with the registration', async () => {
  const reader = await makeReader(server.deps)
  const known = await check({ username: ` ${reader.email.toUpperCase()}` })
  expect(known.statusCode).toBe(200)
  expect(known.json()).toEqual({ content: { next: 'password' } })
  const unknown = await check({ username: 'nobody@dennik.example', 'g-recaptcha-response': 'solved' })
  expect(unknown.statusCode).toBe(200)
  expect(unknown.json()).toEqual({ content: { next: 'registration' } })
})

test('R4.04 an account that was never activated continues with the registration, which mails its link again', async () => {
  const asked = await makeReader(server.deps, { confirmedAt: null, passwordHash: null })
  expect((await check({ username: asked.email })).json()).toEqual({ content: { next: 'registration' } })
  const imported = await makeReader(server.deps, { confirmedAt: null })
  expect((await check({ username: imported.email })).json()).toEqual({ content: { next: 'password' } })
  const linkedOnly = await makeReader(server.deps, { passwordHash: null })
  expect((await check({ username: linkedOnly.email })).json()).toEqual({ content: { next: 'password' } })
})

test('rate limit: the thirty-first question from one IP address within 15 minutes waits', async () => {
  const answers = await Promise.all(
    Array.from({ length: 31 }, (_, index) => check({ username: `q-${index}@dennik.example` }, '10.11.0.2')),
  )
  expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(1)
})

test('an invalid address is refused at its field', async () => {
  const answer = await check({ username: 'nobody' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: [{ key: 'invalid_email', field: 'username' }] })
})
