import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { medianTimes } from '#server/testing/inspect/median-times.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

const ask = (ip: string, email: string) =>
  openBrowser(server.app, ip).post('/login/forgotten-password', { json: { email } })

test('a known and an unknown address get the same answer; only the known one gets a mail', async () => {
  const reader = await makeReader(server.deps, { locale: 'en' })
  const unknown = await ask('10.7.0.1', 'nobody@dennik.example')
  const known = await ask('10.7.0.1', reader.email.toUpperCase())
  expect(known.statusCode).toBe(202)
  expect(unknown.statusCode).toBe(202)
  expect(known.body).toBe(unknown.body)
  expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))
  const mail = await server.mailbox.waitFor(reader.email)
  expect(mail.subject).toBe('Your new password')
  expect(mail.text).toContain('2\u00a0hours')
  await expect
    .poll(() => server.deps.db.execute(sql`select id from pgboss.job where state <> 'completed'`))
    .toMatchObject({ rows: [] })
  expect(server.mailbox.mails.filter(each => each.to === 'nobody@dennik.example')).toEqual([])
})

test('timing attack: both take the same time', async () => {
  const readers = await Promise.all(Array.from({ length: 21 }, () => makeReader(server.deps)))
  const [known, unknown] = await medianTimes(readers.length, [
    round => ask(`10.8.0.${round}`, readers[round]?.email ?? ''),
    round => ask(`10.8.0.${round}`, `unknown-${round}@dennik.example`),
  ])
  expect(known / unknown).toBeGreaterThan(0.5)
  expect(known / unknown).toBeLessThan(2)
})

test('rate limit: the fourth request for one e-mail within an hour waits, known or not', async () => {
  const reader = await makeReader(server.deps)
  for (const email of [reader.email, 'nobody-again@dennik.example']) {
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await ask(`10.9.0.${attempt}`, email)).statusCode).toBe(202)
    }
    const answer = await ask('10.9.0.9', email)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
  }
})

test('rate limit: the twenty-first request from one IP address within an hour waits', async () => {
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, index) => ask('10.10.0.1', `flood-${index}@dennik.example`)),
  )
  expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(1)
})
