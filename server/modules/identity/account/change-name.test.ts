import { beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { emailChanges } from '#server/testing/journeys/email-change.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)
let acts: ReturnType<typeof emailChanges>
beforeAll(async () => {
  acts = emailChanges(server)
})

test.each([
  ['Jana Kováčová', 'Jana Kováčová'],
  ['  Ľubomír  ', 'Ľubomír'],
  ['', null],
])('R13.03 a reader changes the own name: "%s"', async (typed, name) => {
  const { browser, own } = await acts.enter({ name: 'Pôvodné Meno' })
  const answer = await browser.patch(own, { json: { name: typed } })
  expect([answer.statusCode, answer.json<User>().name]).toEqual([200, name])
  const { items } = (await browser.get(`${own}/activity`)).json<{ items: { kind: string }[] }>()
  expect(items[0]?.kind).toBe('name_changed')
})

test('R13.03 what is no name is refused at its field', async () => {
  const { browser, own } = await acts.enter()
  const answer = await browser.patch(own, { json: { name: 'http://zle.example' } })
  expect([answer.statusCode, answer.json().errors[0]]).toEqual([
    422,
    expect.objectContaining({ key: 'name_invalid', field: 'name' }),
  ])
})
