import { describe, expect, test } from 'vitest'
import type { ForumProfile } from '#contract/forum/forum.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { decideChange } from './index.ts'

const server = openForFile(createTestApp)

async function newReader() {
  const { browser, ...reader } = await makeSignedIn(server)
  const path = `/rest/api/prv/v1/users/${reader.id}/forum-profile`
  const profile = async (language = 'sk') =>
    (await browser.get(path, { headers: { 'accept-language': language } })).json<ForumProfile>()
  const decide = async (
    decision: Parameters<typeof decideChange>[2],
    kind: 'nickname' | 'blog' = 'nickname',
  ) => {
    const change = (await profile())[`${kind}_change`]
    await decideChange(server.deps, change?.id ?? 0, decision)
  }
  return {
    browser,
    path,
    email: reader.email,
    profile,
    decide,
    ask: (nickname: string) => browser.post(`${path}/nickname-changes`, { json: { nickname } }),
    askBlog: (blog: string) => browser.post(`${path}/blog-changes`, { json: { blog } }),
    /** Has a nickname that is in use. */
    take: async (nickname: string) => {
      await browser.post(`${path}/nickname-changes`, { json: { nickname } })
      await decide({ decision: 'approved' })
    },
  }
}

const taken = { errors: [{ key: 'nickname_used_by_another_user', field: 'nickname' }] }

describe('R5.05 a nickname is unique', () => {
  test('race: twenty readers ask for the same one at once, one gets it', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, newReader))
    const answers = await Promise.all(readers.map(reader => reader.ask('prvy_raz')))
    expect(answers.filter(answer => answer.statusCode === 202)).toHaveLength(1)
    const refused = answers.filter(answer => answer.statusCode === 422)
    expect(refused).toHaveLength(19)
    for (const answer of refused) expect(answer.json()).toMatchObject(taken)
    const profiles = await Promise.all(readers.map(reader => reader.profile()))
    expect(profiles.filter(profile => profile.nickname_change !== null)).toHaveLength(1)
  })

  test('race: twenty readers ask at once for twenty that look alike, one gets it', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, newReader))
    const alike = ['oliver', 'OLIVER', 'o1iver', 'oIiver', '0liver', 'olivér', 'ólivér', 'olıver', 'oljver']
    const asked = readers.map((reader, n) => reader.ask(alike[n % 8] ?? ''))
    const answers = await Promise.all(asked)
    expect(answers.filter(answer => answer.statusCode === 202)).toHaveLength(1)
  })

  test('race: a wish that is sent twenty times at once is one, and a repeat leaves it in its place', async () => {
    const { browser, path, ask, profile } = await newReader()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('jediny_raz')))
    expect(answers.every(answer => answer.statusCode === 202)).toBe(true)
    const { nickname_change: change } = await profile()
    expect((await ask('jediny_raz')).statusCode).toBe(202)
    expect((await profile()).nickname_change).toEqual(change)
    const log = await browser.get(path.replace('forum-profile', 'activity'))
    const kinds = log.json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind)
    expect(kinds).toEqual(['nickname_requested', 'signed_in'])
  })

  test.each([
    ['Cyrillic а', 'j\u0430n\u00e1_k'],
    ['a zero-width space', 'já\u200bna_k'],
    ['a zero-width joiner', 'ján\u200da_k'],
    ['full-width letters', '\uff4a\uff41\uff4e\uff41_\uff4b'],
    ['á composed', 'j\u00e1na_k'],
    ['á decomposed', 'ja\u0301na_k'],
    ['capital letters', 'JÁNA_K'],
    ['no diacritics', 'jana_k'],
  ])('a look-alike of a taken one is refused as taken: %s', async (_what, wanted) => {
    const owner = await newReader()
    if ((await owner.ask('jána_k')).statusCode === 202) await owner.decide({ decision: 'approved' })
    const answer = await (await newReader()).ask(wanted)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject(taken)
  })

  test.each([
    ['ab', 'nickname_field_length_min', 'Min. počet znakov je: 3', 'Minimum number of characters: 3'],
    ['š\u030c', 'nickname_field_length_min', 'Min. počet znakov je: 3', 'Minimum number of characters: 3'],
    [
      'abcdefghijklmnop',
      'nickname_field_length_max',
      'Max. počet znakov je: 15',
      'Maximum number of characters: 15',
    ],
    ['', 'required', 'Toto pole je požadované', 'This field is mandatory'],
    ['   ', 'required', 'Toto pole je požadované', 'This field is mandatory'],
  ])('R5.02 R8.06 %j is refused in both languages', async (nickname, key, sk, en) => {
    const { browser, path } = await newReader()
    for (const [language, message] of [
      ['sk', sk],
      ['en', en],
    ] as const) {
      const answer = await browser.post(`${path}/nickname-changes`, {
        json: { nickname },
        headers: { 'accept-language': language },
      })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({ errors: [{ key, field: 'nickname', message }] })
    }
  })

  test.each([
    'jána nová',
    'жанна',
    'jana<b>',
    'jana\u0000x',
    'jana😀',
    'ja\u200bna2',
    'jana\u202ek',
    '---',
    '...',
    '_._',
  ])('%j has forbidden characters, and reserves nothing', async nickname => {
    const answer = await (await newReader()).ask(nickname)
    expect(answer.json()).toMatchObject({
      errors: [{ key: 'nickname_field_characters', field: 'nickname' }],
    })
  })

  test.each(['admin', 'Admin', 'adm1n', '_admin_', 'a.d.m.i.n', 'Redakcia', 'redakc\u0456a', 'moderator'])(
    '%j could impersonate the publisher, and reserves nothing',
    async nickname => {
      const [one, other] = [await newReader(), await newReader()]
      for (const { ask } of [one, other]) {
        const answer = await ask(nickname)
        expect(answer.statusCode).toBe(422)
        expect(answer.json()).toMatchObject({ errors: [{ key: 'nickname_reserved', field: 'nickname' }] })
      }
    },
  )

  test.each(['abc', 'adminka', 'redakcia_fan', 'abcdefghijklmn1', 'Ľúbica.š', 'x-y_z', 'Žofia1'])(
    '%j is accepted',
    async nickname => {
      expect((await (await newReader()).ask(nickname)).statusCode).toBe(202)
    },
  )

  test('one’s own may be spelled differently, but not requested unchanged', async () => {
    const reader = await newReader()
    await reader.take('Zuzana.H')
    expect((await reader.ask('Zuzana.H')).json()).toMatchObject({ errors: [{ key: 'nickname_already_set' }] })
    expect((await reader.ask('zuzana_h')).statusCode).toBe(202)
    await reader.decide({ decision: 'declined' })
    // What was declined looks like what is in use, which stays the reader's.
    expect((await (await newReader()).ask('zuzana-h')).json()).toMatchObject(taken)
  })
})

describe('R4.11 R3.10 a request for a nickname', () => {
  test('is pending, is approved, and applies at once', async () => {
    const reader = await newReader()
    expect(await reader.profile()).toMatchObject({ nickname: null, nickname_change: null, state: 'private' })
    const asked = await reader.ask('cakajuci')
    expect([asked.statusCode, asked.json()]).toEqual([202, { state: 'requested' }])
    expect(await reader.profile()).toMatchObject({
      nickname: null,
      nickname_change: { value: 'cakajuci', state: 'requested', decided_at: null },
    })
    await reader.decide({ decision: 'approved' })
    expect(await reader.profile()).toMatchObject({
      nickname: 'cakajuci',
      nickname_change: { value: 'cakajuci', state: 'approved', decided_at: expect.any(String) },
    })
  })

  test('is declined with a reason in the reader’s language, and is then free for others', async () => {
    const reader = await newReader()
    await reader.take('povodna')
    await reader.ask('nasa_redakcia')
    await reader.decide({ decision: 'declined', reason: { sk: 'Píše redakcia', en: 'The newsroom' } })
    const told = await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('neschválili'))
    expect(told.subject).toBe('Prezývku sme neschválili')
    expect(told.text).toContain('prezývku nasa_redakcia sme neschválili. Dôvod: Píše redakcia.')
    expect(told.text).toContain('/nastavenia?active_tab=discussion')
    expect(await reader.profile()).toMatchObject({
      nickname: 'povodna',
      nickname_change: { state: 'declined', reason: 'Píše redakcia' },
    })
    expect((await reader.profile('en')).nickname_change?.reason).toBe('The newsroom')
    expect((await (await newReader()).ask('nasa_redakcia')).statusCode).toBe(202)
  })

  test('is replaced by another one, and its nickname is free; a former nickname stays the reader’s', async () => {
    const reader = await newReader()
    await reader.ask('prvy_napad')
    const first = await reader.profile()
    await reader.ask('druhy_napad')
    await expect(
      decideChange(server.deps, first.nickname_change?.id ?? 0, { decision: 'approved' }),
    ).rejects.toMatchObject({ message: 'not_found' })
    expect((await (await newReader()).ask('prvy_napad')).statusCode).toBe(202)
    await reader.decide({ decision: 'approved' })
    await reader.take('treti_napad')
    expect((await (await newReader()).ask('druhy_napad')).json()).toMatchObject(taken)
    expect((await reader.ask('druhy_napad')).statusCode).toBe(202)
  })

  test('race: twenty of one reader at once leave one pending', async () => {
    const reader = await newReader()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reader.ask(`napad.${n}`)))
    expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([202]))
    const { nickname_change: waiting } = await reader.profile()
    const others = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await newReader()).ask(`napad.${n}`)),
    )
    // The pending one is the reader's, the others are free; no two of these names look alike.
    expect(others.filter(answer => answer.statusCode === 422)).toHaveLength(1)
    expect(waiting?.state).toBe('requested')
  })

  test('is decided once, also by two concurrently', async () => {
    const reader = await newReader()
    await reader.ask('dvaja_naraz')
    const id = (await reader.profile()).nickname_change?.id ?? 0
    const decided = await Promise.allSettled([
      decideChange(server.deps, id, { decision: 'approved' }),
      decideChange(server.deps, id, { decision: 'declined' }),
    ])
    expect(decided.filter(each => each.status === 'fulfilled')).toHaveLength(1)
    const { nickname, nickname_change: change } = await reader.profile()
    expect(nickname === 'dvaja_naraz').toBe(change?.state === 'approved')
  })
})

describe('R5.06 R8.06 the address of a blog', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'java\tscript:alert(1)',
    'https://blog\t.example/novak',
    'https://blog.example/a\nb',
    'https:\\\\blog.example',
    'https://user@blog.example',
    'https://dennik.example:heslo@zly.example',
    'ftp://blog.example',
    '//blog.example',
    'blog.example/novak',
    'https://',
    'https://blog',
    'https:///blog.example',
    'https://blog.example/\u202egpj.exe',
    ' vbscript:x',
  ])('%j is refused', async blog => {
    const answer = await (await newReader()).askBlog(blog)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'blog_field_invalid_url', field: 'blog' }] })
  })

  test('a valid one is pending, is approved, and can’t be requested again', async () => {
    const reader = await newReader()
    expect((await reader.askBlog(' HTTPS://Blog.Dennik.example/Novák ')).statusCode).toBe(202)
    await reader.decide({ decision: 'approved' }, 'blog')
    const blog = 'https://blog.dennik.example/Nov%C3%A1k'
    expect(await reader.profile()).toMatchObject({ blog, blog_change: { state: 'approved', value: blog } })
    expect((await reader.askBlog('https://blog.dennik.example/Novák')).json()).toMatchObject({
      errors: [{ key: 'blog_already_set', field: 'blog' }],
    })
    expect((await reader.askBlog('https://blog.example/"><script>')).statusCode).toBe(202)
    expect(await reader.profile()).toMatchObject({
      blog_change: { value: 'https://blog.example/%22%3E%3Cscript%3E' },
    })
    expect((await reader.askBlog(`https://blog.example/${'a'.repeat(200)}`)).json()).toMatchObject({
      errors: [{ key: 'max_length', field: 'blog' }],
    })
  })
})
