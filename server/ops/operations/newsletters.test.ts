import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { describedNewsletter } from '#server/testing/operation-examples/newsletters.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { auditLog } from '../tables.ts'

const server = openForFile(createTestApp)
let editor: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  editor = await openOperator(server, ['newsletters:read', 'newsletters:write'])
})

type Refused = { errors: { key: string; field?: string; message: string }[] }
type Listed = { items: ({ code: string } & Record<string, unknown>)[] }

it('R1.06 a newsletter is added, changed in what is given, and seen by readers at once', async () => {
  const added = await editor.call('newsletters add', { code: 'ranny-vyber', ...describedNewsletter })
  expect(added.json()).toMatchObject({ code: 'ranny-vyber', sample_path: null, locked: false, order: 0 })
  const changed = await editor.call('newsletters change', {
    code: 'ranny-vyber',
    title_sk: 'Ranné noviny',
    sample_path: '/ukazky/ranne.html',
  })
  expect(changed.json()).toEqual({
    ...added.json<object>(),
    title_sk: 'Ranné noviny',
    sample_path: '/ukazky/ranne.html',
  })
  await editor.call('newsletters change', { code: 'ranny-vyber', sample_path: null })
  const seen = await server.app.inject('/rest/api/prv/v1/newsletters')
  expect(seen.json<Listed>().items).toContainEqual(
    expect.objectContaining({ code: 'ranny-vyber', title: 'Ranné noviny', sample_url: null }),
  )
})

it('tells how many mailboxes get it, wait, and have signed off', async () => {
  const { code } = await makeNewsletter(server.deps)
  const sign = async (method: 'put' | 'delete', email: string, id: number) => {
    const browser = openBrowser(server.app)
    await browser.signIn(email)
    await browser[method](`/rest/api/prv/v1/users/${id}/newsletters/${code}`)
  }
  const [one, other] = [await makeReader(server.deps), await makeReader(server.deps)]
  await sign('put', one.email, one.id)
  await sign('put', other.email, other.id)
  await sign('delete', other.email, other.id)
  const { items } = (await editor.call('newsletters list')).json<Listed>()
  expect(items.find(item => item.code === code)).toMatchObject({ signed_up: 1, snoozed: 0, signed_off: 1 })
})

it('race: of twenty who add one code at once one does, and each fault of a newsletter is told at its field', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      editor.call('newsletters add', { code: 'naraz', ...describedNewsletter }),
    ),
  )
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  expect(answers.find(answer => answer.statusCode !== 200)?.json<Refused>().errors).toMatchObject([
    { field: 'code' },
  ])
  const lines = await server.deps.db.select().from(auditLog).where(eq(auditLog.target, 'newsletter naraz'))
  expect(lines).toHaveLength(1)

  const faulty = await editor.call('newsletters add', {
    ...describedNewsletter,
    code: 'Ranný',
    category: 'x',
    title_sk: ' ',
  })
  expect(faulty.json<Refused>().errors.map(fault => fault.field)).toEqual(['code', 'category', 'title_sk'])
  const unknown = await editor.call('newsletters change', { code: 'nikdy', locked: true })
  expect([unknown.statusCode, unknown.json<Refused>().errors[0]?.message]).toEqual([
    404,
    'There is no newsletter nikdy.',
  ])
})
