import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTokenServer, tampered, unsigned } from '#server/testing/doubles/token-server.ts'
import { googleProvider } from './google.ts'
import { AnswerNotGenuine, type Handshake, ProviderUnavailable } from './port.ts'

let server: Awaited<ReturnType<typeof startTokenServer>>
beforeAll(async () => {
  server = await startTokenServer()
})
afterAll(() => server.stop())

const handshake: Handshake = {
  state: 'state-of-this-journey',
  nonce: 'nonce-of-this-journey',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'http://profil.test/login/with/google/callback',
}
const finishWith = async (token: string) => {
  server.handOut(token)
  return googleProvider(server.client).finish(handshake, { code: 'any', state: handshake.state })
}
const { nonce } = handshake

/** Each makes a valid token invalid. */
const wrong: [what: string, make: () => Promise<string>][] = [
  ['another audience', () => server.sign({ nonce, aud: 'another-client' })],
  ['several audiences', () => server.sign({ nonce, aud: ['another-client', 'one-more'] })],
  ['another issuer', () => server.sign({ nonce, iss: 'https://accounts.evil.example' })],
  ['an end in the past', () => server.sign({ nonce, exp: server.nowS() - 3600 })],
  ['an empty subject', () => server.sign({ nonce, sub: '' })],
  ['another signer', () => server.sign({ nonce }, 'stranger')],
  ['a payload changed later', async () => tampered(await server.sign({ nonce }))],
  ['no signature', async () => unsigned(await server.sign({ nonce }))],
  ['no form at all', async () => 'nonsense'],
]

test('a valid ID token is accepted', async () => {
  expect(await finishWith(await server.sign({ nonce }))).toMatchObject({ email: 'jana@dennik.example' })
})

test.each(wrong)('an ID token with %s is refused', async (_what, make) => {
  await expect(finishWith(await make())).rejects.toThrow(AnswerNotGenuine)
})

test('replay: an ID token without a nonce, or with that of an earlier handshake, is refused', async () => {
  for (const claims of [{}, { nonce: 'nonce-of-an-earlier-journey' }]) {
    await expect(finishWith(await server.sign(claims))).rejects.toThrow(AnswerNotGenuine)
  }
})

test('R7.11 a credential from a page is verified in the same way', async () => {
  const provider = googleProvider(server.client)
  expect(await provider.readCredential?.(await server.sign())).toEqual({
    subject: '10769150350006150715113082367',
    email: 'jana@dennik.example',
    emailVerified: true,
  })
  const old = ['an age of more than an hour', () => server.sign({ iat: server.nowS() - 3700 })] as const
  for (const [what, make] of [...wrong, old]) {
    await expect(provider.readCredential?.(await make()), what).rejects.toThrow(AnswerNotGenuine)
  }
})

test('without the keys a credential can’t be verified', async () => {
  const credential = await server.sign()
  const provider = googleProvider({ ...server.client, keys: 'http://127.0.0.1:9/keys' })
  await expect(provider.readCredential?.(credential)).rejects.toThrow(ProviderUnavailable)
})
