import { beforeAll, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { layoutBlocks } from './tables.ts'

const server = openForFile(createTestApp)

const header = [
  { type: 'html', html: '<header>Denník</header>' },
  { type: 'asset', asset: 'style', url: 'https://a.example/header.css', attr: { media: 'all' } },
  { type: 'asset', asset: 'script', url: 'https://a.example/header.js', attr: { async: true } },
]

beforeAll(async () => {
  await server.deps.db.insert(layoutBlocks).values([
    { block: 'sme-header', locale: 'sk', items: header },
    { block: 'sme-footer', locale: 'sk', items: [{ type: 'html', html: '<footer>Päta</footer>' }] },
    { block: 'sme-footer', locale: 'en', items: [{ type: 'html', html: '<footer>Footer</footer>' }] },
  ])
})

const ask = (query: string) => openBrowser(server.app).get(`/export/v1/sme-blocks/profil.sme.sk${query}`)

test('R7.03 all four blocks come in one answer, each with its items in their order', async () => {
  const answer = await ask('?chset=utf-8&env=&lang=sk')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    'sme-header': header,
    'sme-pager': [],
    'sme-footer': [{ type: 'html', html: '<footer>Päta</footer>' }],
    'sme-endpage': [],
  })
})

test('R7.03 blocks are in the requested language; one without it is empty', async () => {
  expect((await ask('?chset=utf-8&env=production&lang=en')).json()).toEqual({
    'sme-header': [],
    'sme-pager': [],
    'sme-footer': [{ type: 'html', html: '<footer>Footer</footer>' }],
    'sme-endpage': [],
  })
})

test('R7.03 an empty parameter counts as missing: the language is then the default one', async () => {
  const slovak = (await ask('?chset=utf-8&env=&lang=sk')).json()
  for (const query of ['?chset=utf-8&env=&lang=', '?chset=&env=&lang=', '?lang=', '']) {
    const answer = await ask(query)
    expect([answer.statusCode, answer.json()], query).toEqual([200, slovak])
  }
})

test('R7.03 neither another language nor another character set is answered', async () => {
  for (const query of ['?lang=de', '?lang=sk&chset=windows-1250']) {
    expect([400, 422], query).toContain((await ask(query)).statusCode)
  }
})
