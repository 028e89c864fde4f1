import { expect, test } from 'vitest'
import { openOperator } from '#server/testing/make/operator.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

const header = { block: 'sme-header', locale: 'sk' }
const html = (text: string) => ({ type: 'html', html: text })
const script = { type: 'asset', asset: 'script', url: 'https://a.example/a.js', attr: { async: true } }
const shown = async () =>
  (await server.app.inject('/export/v1/sme-blocks/profil.sme.sk?lang=sk')).json<Record<string, unknown>>()[
    'sme-header'
  ]

test('R7.03 a block that was changed is shown with the next page, its items in their order', async () => {
  const operator = await openOperator(server, ['audit:read', 'layout:read', 'layout:write'])
  expect(await shown()).toEqual([])
  for (const items of [[html('<nav>1</nav>'), script], [html('<nav>2</nav>')], []]) {
    expect((await operator.call('layout change', { ...header, items })).statusCode).toBe(200)
    expect(await shown()).toEqual(items)
    expect((await operator.call('layout list')).json()).toEqual({ items: [{ ...header, items }] })
  }
  const log = (await operator.call('audit list', { who: operator.name })).json<{
    items: { operation: string; before: unknown; after: unknown }[]
  }>()
  const [last, second] = log.items.filter(line => line.operation === 'layout change')
  expect(last).toMatchObject({ before: [html('<nav>2</nav>')], after: [] })
  expect(second).toMatchObject({ before: [html('<nav>1</nav>'), script] })
})

test.each([
  ['a script within markup', [html('<script>1</script>')]],
  ['a style within markup', [html('<STYLE>a{}</STYLE>')]],
  ['another kind of item', [{ type: 'video', url: '/a.mp4' }]],
  ['an asset without an address', [{ type: 'asset', asset: 'script', attr: {} }]],
  ['no list', 'nav'],
])('R7.03 a block with %s is refused at its field, and nothing changes', async (_, items) => {
  const operator = await openOperator(server, ['layout:write'])
  const before = await shown()
  const answer = await operator.call('layout change', { ...header, items })
  expect([400, 422]).toContain(answer.statusCode)
  expect(answer.json<{ errors: { field: string }[] }>().errors[0]?.field).toMatch(/^items/)
  expect(await shown()).toEqual(before)
})

test('R7.03 only blocks and languages that there are', async () => {
  const operator = await openOperator(server, ['layout:write'])
  for (const other of [{ block: 'sme-side' }, { locale: 'de' }]) {
    const answer = await operator.call('layout change', { ...header, ...other, items: [] })
    expect([400, 404, 422]).toContain(answer.statusCode)
  }
})
