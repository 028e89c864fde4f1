import { expect, test } from 'vitest'
import type { changeAccesses } from '#contract/companies/companies.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import {
  type Added,
  administer,
  codeOf,
  keyOf,
  signInSomebody,
  somebody,
} from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

type Changed = EndpointOutput<typeof changeAccesses>

const server = openForFile(createTestApp)

test('R1.16 race: twenty addresses are given the last seat, one gets it', async () => {
  const boss = await administer(server, { seats: 3 })
  await boss.addOne()
  await boss.addOne()
  const answers = await Promise.all(Array.from({ length: 20 }, () => boss.add({ email: somebody() })))
  expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
  expect(new Set(answers.filter(answer => answer.statusCode !== 201).map(keyOf))).toEqual(
    new Set(['company_seats_used_up']),
  )
  expect(await boss.list()).toMatchObject({ seats: 3, used: 3 })
})

test('R13.12 race: two tabs change the list in parts and line by line, each answer is what the list then says', async () => {
  const boss = await administer(server, { seats: 8 })
  const [reads, waits, gone, away] = [
    await boss.addOne(),
    await boss.addOne(),
    await boss.addOne(),
    await boss.addOne(),
  ]
  const reader = await signInSomebody(server)
  await reader.take(codeOf(reads))
  for (const { id } of [gone, away]) await boss.deactivate(id)
  const other = boss.browser.copy()
  const change = async (act: string, ids: number[]) =>
    (await other.post(`${boss.path}/changes`, { json: { act, ids } })).json<Changed>().results
  const parts = Array.from({ length: 5 }, () => [somebody(), somebody()])
  const twice = parts[0] ?? []

  const [listed, single, left, given] = await Promise.all([
    Promise.all([...parts, twice].map(async emails => (await boss.add({ emails })).json<Added>())),
    Promise.all(
      [...twice, somebody(), somebody()].map(async email => ({ email, answer: await boss.add({ email }) })),
    ),
    Promise.all(Array.from({ length: 4 }, () => change('deactivate', [reads.id, waits.id]))),
    Promise.all(Array.from({ length: 4 }, () => change('activate', [gone.id, away.id]))),
  ])

  const { items, used, seats } = await boss.list()
  const open = items.filter(({ state }) => state !== 'deactivated')
  expect([used, seats]).toEqual([open.length, 8])
  expect(open.length).toBeLessThanOrEqual(8)
  expect(new Set(open.map(({ email }) => email)).size).toBe(open.length)
  // Who left is out and reads no more.
  expect(left.flat().every(({ error }) => error === null)).toBe(true)
  expect((await reader.subscriptions()).map(({ state }) => state)).toEqual(['inactive'])
  // Whoever was told to have a seat has it; whoever has none was refused, with the reason.
  const told = [
    ...listed.flatMap(({ results }) => results.map(({ email, error }) => [email, error?.key] as const)),
    ...single.map(
      ({ email, answer }) => [email, answer.statusCode === 201 ? undefined : keyOf(answer)] as const,
    ),
    ...given.flat().map(({ id, error }) => [id === gone.id ? gone.email : away.email, error?.key] as const),
  ]
  const has = new Set(told.filter(([, key]) => key === undefined).map(([email]) => email))
  expect(open.map(({ email }) => email).toSorted()).toEqual([...has].toSorted())
  for (const [email, key] of told) {
    expect([undefined, 'company_access_exists', 'company_seats_used_up']).toContain(key)
    if (key === 'company_access_exists') expect(has).toContain(email)
  }
})
