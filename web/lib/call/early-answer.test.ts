import { afterEach, describe, expect, it, vi } from 'vitest'
import { earlyAnswer } from './early-answer.ts'

const address = 'http://profil.test/rest/api/prv/v1/users/1/subscriptions'

describe('a read begun before the program arrived', () => {
  afterEach(() => vi.unstubAllGlobals())

  const begun = (answer: Promise<Response>, language = 'sk') =>
    vi.stubGlobal('window', { profilStart: { calls: { [address]: { language, answer } } } })

  it('is used once', async () => {
    const answer = new Response('{}')
    begun(Promise.resolve(answer))
    expect(await earlyAnswer(address, 'sk')).toBe(answer)
    expect(await earlyAnswer(address, 'sk')).toBeUndefined()
  })

  it.each([
    ['it was refused', async () => new Response('{}', { status: 401 }), 'sk'],
    ['the server was not reached', async () => Promise.reject(new TypeError('unreachable')), 'sk'],
    ['it was asked in another language', async () => new Response('{}'), 'en'],
  ])('is asked anew when %s', async (_why, answer, language) => {
    begun(answer(), language)
    expect(await earlyAnswer(address, 'sk')).toBeUndefined()
  })

  it('is asked as ever when nothing was begun', async () => {
    vi.stubGlobal('window', {})
    expect(await earlyAnswer(address, 'sk')).toBeUndefined()
  })
})
