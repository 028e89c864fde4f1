import { expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

/** The document of an address, without what differs in each answer. */
async function documentOf(url: string): Promise<string> {
  const { body } = await server.app.inject({ url, headers: { accept: 'text/html', host: 'profil.test' } })
  return body.replaceAll(/nonce="[^"]*"/g, '')
}

test('R16.04 R17.06 an address of the login is one document, however its letters are escaped', async () => {
  const plain = await documentOf('/login/forgotten-password')
  expect(plain).toMatch(/<h1[^>]*>Zabudnuté heslo/)
  for (const odd of ['/login/%66orgotten-password', '/%6Cogin/forgotten%2Dpassword']) {
    expect(await documentOf(odd)).toBe(plain)
  }
  expect(await documentOf('/login/registration')).not.toBe(plain)
})

test.each(['//', '//?lang=en'])('R2.13 %s is no fault of the server', async url => {
  const { host } = new URL(server.deps.settings.origins.account)
  expect((await server.app.inject({ url, headers: { host } })).statusCode).toBeLessThan(500)
})
