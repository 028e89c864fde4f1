import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

type Page = { items: Activity[]; next_cursor: string | null }

/** A reader who has signed in, and has then changed the name a few times. */
async function enter(changes = 0) {
  const { browser, own } = await makeSignedIn(server)
  const change = async (name: string) => {
    expect((await browser.patch(own, { json: { name } })).statusCode).toBe(200)
  }
  for (let count = 1; count <= changes; count++) await change('Jana'.padEnd(4 + count, 'a'))
  const read = (query = '') => browser.get(`${own}/activity${query}`)
  return { browser, change, read, page: async (query?: string) => (await read(query)).json<Page>() }
}

test('the own log is read newest first, page by page, each entry once', async () => {
  const { page } = await enter(4)
  const whole = await page()
  expect(whole.items.map(({ kind }) => kind)).toEqual([...Array(4).fill('name_changed'), 'signed_in'])
  expect(whole.next_cursor).toBeNull()

  const first = await page('?limit=2')
  const second = await page(`?limit=2&cursor=${first.next_cursor}`)
  const last = await page(`?limit=2&cursor=${second.next_cursor}`)
  expect([...first.items, ...second.items, ...last.items]).toEqual(whole.items)
  expect([first.items.length, second.items.length, last.next_cursor]).toEqual([2, 2, null])
})

test('what happens meanwhile moves nothing on the pages after it', async () => {
  const { change, page } = await enter(2)
  const [, second, third] = (await page()).items
  const first = await page('?limit=1')
  await change('Eva')
  expect((await page(`?limit=2&cursor=${first.next_cursor}`)).items).toEqual([second, third])
})

test('nobody reads the log of somebody else, and what is no cursor is refused', async () => {
  const { read } = await enter()
  const other = await makeSignedIn(server)
  const { browser } = await enter()
  expect((await browser.get(`${other.own}/activity`)).statusCode).toBe(403)
  expect((await read('?cursor=newest')).statusCode).toBe(400)
  expect((await read('?limit=0')).statusCode).toBe(400)
  expect((await read('?cursor=9999999999')).statusCode).toBe(200)
})
