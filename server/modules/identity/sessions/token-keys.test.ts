import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { createTokenVerifier, signSessionToken } from './session-token.ts'
import { readTokenKeys, type TokenKeys } from './token-keys.ts'

test('other sites verify the session token by the published keys (JWKS), which have no private part', async () => {
  const server = await createTestApp()
  const { browser, ...reader } = await makeSignedIn(server)

  const answer = await browser.get('/.well-known/jwks.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('public, max-age=3600')
  expect(answer.body).not.toContain('"d"')
  const token = `${browser.cookies.get('ppp')?.value}.${browser.cookies.get('pps')?.value}`
  const { payload } = await jwtVerify(token, createLocalJWKSet(answer.json()), {
    audience: server.deps.settings.origins.account,
    algorithms: ['ES256'],
  })
  expect(payload.sub).toBe(String(reader.id))
  await server.close()
})

test('key rotation: a former key’s sessions are valid and its public key is published until it is removed', async () => {
  const newKey = async () =>
    JSON.stringify(await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey))
  const [former, current] = [await newKey(), await newKey()]
  const before = await readTokenKeys(former)
  const rotated = await readTokenKeys(current, `[${former},${current}]`)
  expect(rotated.former.map(key => key.published)).toEqual([before.published])
  expect(JSON.stringify(rotated.former.map(key => key.published))).not.toContain('"d"')

  const payload = { sub: '1', iat: 1, exp: 2, jti: 'j', aud: 'https://profil.test', sid: 's' }
  const token = await signSessionToken(before, payload)
  const verifyBy = (keys: TokenKeys) => createTokenVerifier(keys, payload.aud)(token)
  expect(await verifyBy(rotated)).toMatchObject({ sid: 's' })
  expect(await verifyBy(await readTokenKeys(current))).toBeUndefined()
  await expect(readTokenKeys(current, '[{}]')).rejects.toThrow(/^TOKEN_FORMER_KEYS cannot be used/)
})

test('an invalid signing key stops the start with the variable’s name and without the key', async () => {
  const other = JSON.stringify(
    await exportJWK((await generateKeyPair('ES384', { extractable: true })).privateKey),
  )
  const { d: _private, ...publicOnly } = await exportJWK(
    (await generateKeyPair('ES256', { extractable: true })).privateKey,
  )
  for (const key of ['', '{', '"secret-text"', '{}', other, JSON.stringify(publicOnly)]) {
    await expect(readTokenKeys(key)).rejects.toThrow(/^TOKEN_SIGNING_KEY cannot be used: set it to .*JSON\.$/)
  }
})
