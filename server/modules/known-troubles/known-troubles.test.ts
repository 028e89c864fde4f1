import { expect, test } from 'vitest'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { endKnownTrouble, setKnownTrouble } from './index.ts'

const server = openForFile(createTestApp)

const texts = { titleSk: 'E-knihy nejdú.', titleEn: 'E-books fail.', textSk: 'Opravujeme.', textEn: 'Soon.' }
const set = (code: string, more: object = {}) =>
  server.deps.db.transaction(tx =>
    setKnownTrouble(tx, server.deps.clock, { code, ...texts, link: null, access: [], until: null, ...more }),
  )
const told = async () =>
  (await openBrowser(server.app).get('/config.json')).json<RuntimeConfig>().known_troubles

test('R13.15 a known trouble is told at every start of a page, otherwise once changed, and no more once ended', async () => {
  expect(await told()).toEqual([])
  await set('e-knihy', { access: ['eknihy'], link: 'https://stav.noviny.test/' })
  expect(await told()).toEqual([
    {
      code: 'e-knihy',
      title: { sk: texts.titleSk, en: texts.titleEn },
      text: { sk: texts.textSk, en: texts.textEn },
      link: 'https://stav.noviny.test/',
      access: ['eknihy'],
    },
  ])
  await set('e-knihy', { titleSk: 'E-knihy idú pomaly.' })
  expect(await told()).toMatchObject([{ title: { sk: 'E-knihy idú pomaly.' }, access: [], link: null }])
  await server.deps.db.transaction(tx => endKnownTrouble(tx, 'e-knihy'))
  expect(await told()).toEqual([])
})

test('R13.15 one with an end is told until then', async () => {
  await set('udrzba', { until: server.clock.now().add({ hours: 1 }) })
  expect(await told()).toHaveLength(1)
  server.clock.advance('PT1H')
  expect(await told()).toEqual([])
})

test('R13.15 pages begin while the database does not answer', async () => {
  await set('stale')
  expect(await told()).toHaveLength(1)
  await server.stopDatabase()
  expect(await told()).toHaveLength(1)
})
