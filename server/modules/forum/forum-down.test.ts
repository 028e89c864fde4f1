import { expect, test } from 'vitest'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(() => createTestApp({ FORUM_URL: 'http://127.0.0.1:1' }))

test('R8.01 while the forum is down the profile comes without its counts, and lists can be retried', async () => {
  const { browser, ...reader } = await makeSignedIn(server)
  const own = `/rest/api/prv/v1/users/${reader.id}/forum-profile`
  const asked = await browser.post(`${own}/nickname-changes`, { json: { nickname: 'aj_bez_fora' } })
  expect(asked.statusCode).toBe(202)
  expect((await browser.get(own)).json()).toMatchObject({
    post_count: null,
    nickname_change: { state: 'requested' },
  })
  const list = await browser.get(`${own}/posts`)
  expect(list.statusCode).toBe(503)
  expect(list.headers['retry-after']).toBe('30')
  expect(list.json()).toMatchObject({ errors: [{ key: 'forum_unavailable' }] })
})
