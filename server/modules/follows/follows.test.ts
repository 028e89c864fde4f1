import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeFollowables } from '#server/testing/make/followable.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { unfollowRequests } from './tables.ts'

type List = {
  items: { id: string; name: string; followed?: boolean }[]
  next_cursor: string | null
  total: number
  unfollowing_until: string | null
}

const server = openForFile(createTestApp)
let browser: TestBrowser
let own: string

beforeAll(async () => {
  await makeFollowables(server.deps, [
    { kind: 'topic', code: 'volby', name: 'Voľby', nameEn: 'Elections' },
    { kind: 'topic', code: 'chorvatsko', name: 'Chorvátsko', nameEn: 'Croatia' },
    { kind: 'topic', code: 'hory', name: 'Hory', nameEn: 'Mountains' },
    { kind: 'topic', code: 'cestovanie', name: 'Cestovanie', nameEn: 'Travel' },
    { kind: 'topic', code: 'skolstvo', name: 'Školstvo', nameEn: 'Schools' },
    { kind: 'topic', code: 'skoda', name: 'Skoda', nameEn: 'Skoda' },
    { kind: 'topic', code: 'stredne-skoly', name: 'Stredné školy', nameEn: 'Secondary schools' },
    { kind: 'author', code: 'adam-zeman', name: 'Adam Zeman', detail: 'Kultúra' },
    { kind: 'author', code: 'jan-stastny', name: 'Ján Šťastný', detail: 'Šport' },
    { kind: 'author', code: 'sofia-sportova', name: 'Sofia Športová', detail: 'Domáce správy' },
    { kind: 'blogger', code: 'oliver-bezak', name: 'Oliver Bezák', detail: 'Zápisky zo záhrady' },
  ])
})
beforeEach(async () => {
  const reader = await makeReader(server.deps)
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  own = `/rest/api/prv/v1/users/${reader.id}/follows`
})

const search = async (kind: string, query = '', language = 'sk') => {
  const answer = await openBrowser(server.app).get(`/rest/api/prv/v1/follows/${kind}?${query}`, {
    headers: { 'accept-language': language },
  })
  return answer.json<List>()
}
const names = async (...args: Parameters<typeof search>) =>
  (await search(...args)).items.map(each => each.name)
const read = async (kind: string, query = '') => (await browser.get(`${own}/${kind}?${query}`)).json<List>()

describe('R1.07 what can be followed', () => {
  test('is public and sorted by the language’s collation: in Slovak ch after h, š after s', async () => {
    expect(await names('topic')).toEqual([
      'Cestovanie',
      'Hory',
      'Chorvátsko',
      'Skoda',
      'Stredné školy',
      'Školstvo',
      'Voľby',
    ])
    expect(await names('topic', '', 'en')).toEqual([
      'Croatia',
      'Elections',
      'Mountains',
      'Schools',
      'Secondary schools',
      'Skoda',
      'Travel',
    ])
  })

  test('people are sorted by their surname', async () => {
    expect(await names('author')).toEqual(['Sofia Športová', 'Ján Šťastný', 'Adam Zeman'])
  })

  test.each([
    ['skol', ['Školstvo', 'Stredné školy']],
    ['ŠKOL', ['Školstvo', 'Stredné školy']],
    ['s%CC%8Ckol', ['Školstvo', 'Stredné školy']],
    ['skoly stred', ['Stredné školy']],
    ['elections', ['Voľby']],
    ['nothing', []],
    ['%25', ['Cestovanie', 'Hory', 'Chorvátsko', 'Skoda', 'Stredné školy', 'Školstvo', 'Voľby']],
    ["'%20%26%20!(%3A*", ['Cestovanie', 'Hory', 'Chorvátsko', 'Skoda', 'Stredné školy', 'Školstvo', 'Voľby']],
  ])('is found by %j whatever the case and the diacritics, names that begin so first', async (q, found) => {
    expect(await names('topic', `q=${q}`)).toEqual(found)
  })

  test('search finds desk and blog too, after matches of the name', async () => {
    expect(await names('author', 'q=sport')).toEqual(['Sofia Športová', 'Ján Šťastný'])
    expect(await names('author', 'q=stastny%20jan')).toEqual(['Ján Šťastný'])
    expect(await names('blogger', 'q=zahrad')).toEqual(['Oliver Bezák'])
  })

  test('pagination leaves nothing out and repeats nothing, searched or not', async () => {
    for (const q of ['', 's']) {
      const whole = await names('topic', `q=${q}`)
      const paged: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: List = await search('topic', `q=${q}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
        paged.push(...page.items.map(each => each.name))
        cursor = page.next_cursor
      }
      expect(paged).toEqual(whole)
    }
    expect(await names('topic', 'cursor=9999999999')).toEqual([])
  })
})

describe('R1.07 a reader', () => {
  test('follows and unfollows, idempotent: twenty at once are one', async () => {
    const twenty = await Promise.all(Array.from({ length: 20 }, () => browser.put(`${own}/topic/volby`)))
    expect(new Set(twenty.map(each => each.statusCode))).toEqual(new Set([204]))
    expect(await read('topic')).toMatchObject({ items: [{ id: 'volby', followed: true }], total: 1 })
    expect(await read('author')).toMatchObject({ items: [], total: 0 })
    const all = await read('topic', 'show=all&q=o')
    expect(all.items.filter(each => each.followed)).toEqual([])
    expect((await read('topic', 'show=all&q=vol')).items).toMatchObject([{ id: 'volby', followed: true }])
    const others = await read('topic', 'show=others')
    expect(others.items.map(({ name }) => name)).toEqual(
      (await names('topic')).filter(name => name !== 'Voľby'),
    )
    expect(others.items.filter(each => each.followed)).toEqual([])
    for (let times = 0; times < 2; times++) {
      expect((await browser.delete(`${own}/topic/volby`)).statusCode).toBe(204)
    }
    expect((await read('topic')).total).toBe(0)
  })

  test('can’t follow an unknown item, nor one kind as another', async () => {
    for (const path of ['topic/nowhere', 'author/volby']) {
      expect((await browser.put(`${own}/${path}`)).statusCode).toBe(404)
    }
    expect((await browser.put(`${own}/town/volby`)).statusCode).toBe(400)
  })

  test('R6.01 neither sees nor changes what another reader follows', async () => {
    const stranger = openBrowser(server.app)
    await stranger.signIn((await makeReader(server.deps)).email)
    expect((await stranger.get(`${own}/topic`)).statusCode).toBe(403)
    expect((await stranger.put(`${own}/topic/volby`)).statusCode).toBe(403)
    expect((await stranger.delete(`${own}/topic`)).statusCode).toBe(403)
  })

  test('whose account is about to be erased follows nothing new', async () => {
    const reader = await makeReader(server.deps, { anonymizationRequestedAt: server.clock.now() })
    await browser.signIn(reader.email)
    const answer = await browser.put(`/rest/api/prv/v1/users/${reader.id}/follows/topic/volby`)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'user_anonymization_pending' }] })
  })
})

describe('R4.16 unfollow all', () => {
  const followMany = async () => {
    for (const topic of ['volby', 'hory', 'skoda']) await browser.put(`${own}/topic/${topic}`)
    await browser.put(`${own}/author/jan-stastny`)
  }
  const done = () =>
    vi.waitFor(async () => expect((await read('topic')).unfollowing_until).toBeNull(), 15_000)

  test('is accepted at once with the time by which it is done, done, and leaves other kinds alone', async () => {
    await followMany()
    const before = server.clock.now()
    const answer = await browser.delete(`${own}/topic`)
    expect(answer.statusCode).toBe(202)
    const until = Temporal.Instant.from(answer.json<{ done_before: string }>().done_before)
    expect(until.since(before).total('seconds')).toBeLessThan(61)
    await done()
    expect(await read('topic')).toMatchObject({ items: [], total: 0 })
    expect(await read('author')).toMatchObject({ total: 1 })
  })

  test('requested twenty times at once is one request (idempotent)', async () => {
    await followMany()
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.delete(`${own}/topic`)))
    expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([202]))
    await done()
    expect((await read('topic')).total).toBe(0)
  })

  test('keeps what was followed after the request', async () => {
    await followMany()
    await makeLostRequest()
    expect((await read('topic')).unfollowing_until).not.toBeNull()
    server.clock.advance('PT5S')
    await browser.put(`${own}/topic/volby`)
    await workOnRequest()
    await done()
    expect(await read('topic')).toMatchObject({ items: [{ id: 'volby' }], total: 1 })
  })

  test('requested again once its time has passed, one that no worker will do any more is done', async () => {
    await followMany()
    await makeLostRequest()
    server.clock.advance('PT61S')
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.delete(`${own}/topic`)))
    expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([202]))
    await done()
    expect((await read('topic')).total).toBe(0)
  })

  test('requested again meanwhile, it takes what was followed since, by the time of the first request', async () => {
    await followMany()
    const [first] = await makeLostRequest()
    server.clock.advance('PT2S')
    for (const topic of ['volby', 'hory', 'skoda']) await browser.delete(`${own}/topic/${topic}`)
    await browser.put(`${own}/topic/chorvatsko`)
    expect(await read('topic')).toMatchObject({ total: 1, unfollowing_until: null })
    server.clock.advance('PT2S')
    const answer = await browser.delete(`${own}/topic`)
    expect(answer.json()).toEqual({ done_before: first?.doneBefore.toString() })
    await workOnRequest()
    await done()
    expect((await read('topic')).total).toBe(0)
  })

  test('one with nothing left of what was followed before it is done, whoever unfollowed that', async () => {
    await followMany()
    await makeLostRequest()
    server.clock.advance('PT5S')
    for (const topic of ['volby', 'hory']) await browser.delete(`${own}/topic/${topic}`)
    await browser.put(`${own}/topic/chorvatsko`)
    expect((await read('topic')).unfollowing_until).not.toBeNull()
    await browser.delete(`${own}/topic/skoda`)
    expect(await read('topic')).toMatchObject({ total: 1, unfollowing_until: null })
  })
})

const userIdOf = (path: string) => Number(path.split('/').at(-2))

/** A request to unfollow all topics whose job is lost: no worker does it. */
const makeLostRequest = () => {
  const requestedAt = server.clock.now()
  const doneBefore = requestedAt.add({ seconds: 60 })
  return server.deps.db
    .insert(unfollowRequests)
    .values({ userId: userIdOf(own), kind: 'topic', requestedAt, doneBefore })
    .returning()
}

/** Queues the open request for the worker. */
const workOnRequest = () =>
  server.deps.db.transaction(async tx => {
    const isOpen = and(eq(unfollowRequests.userId, userIdOf(own)), isNull(unfollowRequests.doneAt))
    const [request] = await tx.select().from(unfollowRequests).where(isOpen)
    await server.deps.jobs.enqueue(tx, 'unfollow-all', { id: request?.id })
  })
