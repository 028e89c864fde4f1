import cookie from '@fastify/cookie'
import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { activateAccount, setNewPassword } from '#contract/identity/central-login.ts'
import { confirmEmailChange } from '#contract/identity/change-email.ts'
import { routes } from '#contract/routes.ts'
import { mailLink } from '#server/modules/identity/mailed-link.ts'
import { sessions } from '#server/modules/identity/tables.ts'
import { newsletterLinks } from '#server/modules/newsletters/tables.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { withForm } from './form-of-link.ts'

const server = openForFile(() => createTestApp({ COUNTRY_HEADER: 'CF-IPCountry' }))

/** What the document of a link says of a refusal. */
async function toldOf(path: string, refused: string): Promise<string | undefined> {
  const pages = fastify().register(cookie)
  const document = '<html lang="sk"><noscript></noscript></html>'
  pages.get(path, request => withForm(server.app, server.deps.settings, request, document))
  const url = path.replace(':token', 'x'.repeat(43))
  const { body } = await pages.inject({ url, query: { refused } })
  return /<p role="alert">(.*?)<\/p>/.exec(body)?.[1]
}

test.each([
  [activateAccount.path, 'read_only_mode', /^Na účtoch pracujeme, preto zmeny teraz neukladáme/],
  [confirmEmailChange.path, 'maintenance_mode', /^Na účtoch práve pracujeme/],
  [activateAccount.path, 'too_many_requests', /^Priveľa pokusov/],
  [activateAccount.path, 'password_too_short', /8\sznakov/],
  [routes.newsletter_link.path, 'service_unavailable', /^Server je práve preťažený/],
  // Signing off is closed in no mode.
  [routes.unsubscribe.path, 'maintenance_mode', /^Na našom serveri nastala chyba/],
  [activateAccount.path, 'a<b', /^Na našom serveri nastala chyba/],
])('R16.04 R13.19 without scripts a link says why it is refused: %s %s', async (path, refused, told) => {
  expect(await toldOf(path, refused)).toMatch(told)
})

test('R16.04 R1.06 without scripts, too, a newsletter that was locked before the press is told of', async () => {
  const sentAt = server.clock.now()
  await server.deps.db.insert(newsletterLinks).values({
    tokenHash: hashToken('x'.repeat(43)),
    email: 'visitor@post.example',
    locale: 'sk',
    codes: ['locked'],
    sentAt,
    expiresAt: sentAt.add({ hours: 1 }),
  })
  const told = await toldOf(routes.newsletter_link.path, 'newsletter_subscription_needed')
  expect(told).toMatch(/^Tento newsletter chodí len predplatiteľom/)
})

test('R16.04 a session that is begun without scripts knows its country, by which the next sign-ins are compared', async () => {
  const { deps, app } = server
  const reader = await makeReader(deps)
  const token = 'y'.repeat(43)
  await deps.db.transaction(tx => mailLink(tx, deps, reader, { kind: 'new_password', token }))
  const answer = await openBrowser(app).post(setNewPassword.path.replace(':token', `${token}?form`), {
    headers: { 'cf-ipcountry': 'SK' },
    form: { plain_password: 'Nove-Heslo-1' },
  })
  expect(answer.headers.location).toContain('outcome=done')
  const begun = await deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
  expect(begun.map(session => session.country)).toEqual(['SK'])
})
