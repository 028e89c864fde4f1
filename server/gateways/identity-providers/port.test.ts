import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestIdentity, type Visitor } from '#server/testing/doubles/identity-service.ts'
import { startOpenIdServer } from '#server/testing/doubles/openid-server.ts'
import { identityProviders, type ProviderClients } from './identity-providers.ts'
import {
  AnswerNotGenuine,
  ConsentDenied,
  type Handshake,
  type IdentityProvider,
  type ProviderName,
  ProviderUnavailable,
} from './port.ts'

const loginOrigin = 'http://profil.test'

/** The demo's service of all three providers, and a person's acts on its page. */
type House = {
  clients: ProviderClients
  visit(url: string, who: Visitor): Promise<Record<string, string>>
  close(): Promise<unknown>
}

const houses: [name: string, open: () => Promise<House>][] = [
  ['oidc-provider', openRealHouse],
  ['the demo', openDemoHouse],
]
const names = ['google', 'apple', 'facebook'] as const

// One contract for all: what the product relies on holds for each provider, the demo's too.
describe.each(houses)('at %s', (_house, open) => {
  let house: House
  beforeAll(async () => {
    house = await open()
  })
  afterAll(() => house.close())

  const providerOf = (name: ProviderName, clients: ProviderClients = house.clients): IdentityProvider => {
    const provider = identityProviders(clients)[name]
    if (!provider) throw new Error('It is off')
    return provider
  }
  const jana: Visitor = { email: 'jana@dennik.example', verified: true }
  const goTo = async (name: ProviderName, who: Visitor, handshake = newHandshake(name)) => {
    const provider = providerOf(name)
    const answer = await house.visit(await provider.begin(handshake, 'sk'), who)
    return { provider, handshake, answer, finish: () => provider.finish(handshake, answer) }
  }

  describe.each(names)('%s', name => {
    test('R1.10 says who was there, the same each time, and whether the e-mail is proven', async () => {
      const { finish } = await goTo(name, jana)
      const identity = await finish()
      expect(identity).toEqual({
        subject: expect.stringMatching(/./),
        email: 'jana@dennik.example',
        // Facebook says nothing of it.
        emailVerified: name !== 'facebook',
      })
      expect(await (await goTo(name, jana)).finish()).toEqual(identity)
      const peter = await (await goTo(name, { email: 'peter@dennik.example', verified: true })).finish()
      expect(peter.subject).not.toBe(identity.subject)
    })

    test('an e-mail that is not proven is told as such', async () => {
      const { finish } = await goTo(name, { email: 'niekto@dennik.example', verified: false })
      expect(await finish()).toMatchObject({ emailVerified: false })
    })

    test('a refused consent is told as such, not as a failure', async () => {
      const { finish } = await goTo(name, 'refuses')
      await expect(finish()).rejects.toThrow(ConsentDenied)
    })

    test('a code is single-use', async () => {
      const { finish } = await goTo(name, jana)
      await finish()
      await expect(finish()).rejects.toThrow(AnswerNotGenuine)
    })

    test.each(['state', 'codeVerifier', ...(name === 'facebook' ? [] : (['nonce'] as const))] as const)(
      'an answer is refused where the %s is that of another journey',
      async secret => {
        const { provider, handshake, answer } = await goTo(name, jana)
        const other = { ...handshake, [secret]: newHandshake(name)[secret] }
        await expect(provider.finish(other, answer)).rejects.toThrow(AnswerNotGenuine)
      },
    )

    test('a callback without a code, or with a forged one, is refused', async () => {
      const { provider, handshake, answer } = await goTo(name, jana)
      for (const code of ['made-up', '']) {
        await expect(provider.finish(handshake, { ...answer, code })).rejects.toThrow(AnswerNotGenuine)
      }
      await expect(provider.finish(handshake, {})).rejects.toThrow(AnswerNotGenuine)
    })

    test('a wrong client secret is refused', async () => {
      const { handshake, answer } = await goTo(name, jana)
      const clients: ProviderClients = {
        google: { ...house.clients.google, clientSecret: 'wrong' },
        facebook: { ...house.clients.facebook, clientSecret: 'wrong' },
        apple: { ...house.clients.apple, teamId: 'WRONGTEAM1' },
      }
      await expect(providerOf(name, clients).finish(handshake, answer)).rejects.toThrow(AnswerNotGenuine)
    })
  })

  // The last one: the service is stopped afterwards.
  test('while it is down it is unavailable, before and after the redirect', async () => {
    const under = await Promise.all(names.map(name => goTo(name, jana)))
    await house.close()
    for (const { finish } of under) await expect(finish()).rejects.toThrow(ProviderUnavailable)
    for (const name of ['google', 'apple'] as const) {
      await expect(providerOf(name).begin(newHandshake(name), 'sk')).rejects.toThrow(ProviderUnavailable)
    }
  })
})

const newHandshake = (name: ProviderName): Handshake => ({
  state: randomBytes(32).toString('base64url'),
  nonce: randomBytes(32).toString('base64url'),
  codeVerifier: randomBytes(32).toString('base64url'),
  redirectUri: `${loginOrigin}/login/with/${name}/callback`,
})

async function openRealHouse(): Promise<House> {
  const server = await startOpenIdServer(loginOrigin)
  return { ...server, close: once(server.stop) }
}

async function openDemoHouse(): Promise<House> {
  const service = await startTestIdentity(loginOrigin)
  return { ...service, close: once(service.stop) }
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => (stopped ??= stop())
}
