import type { APIRequestContext } from '@playwright/test'
import { expect, siteOrigin, test } from '../fixtures.ts'

/** What the head of a document tells search engines. */
async function headOf(request: APIRequestContext, path: string, cookie = '') {
  const html = await (await request.get(path, { headers: { cookie } })).text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found)
  const [data] = all(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return {
    title: all(/<title>(.*?)<\/title>/g)[0],
    isHidden: html.includes('<meta name="robots" content="noindex" />'),
    description: all(/<meta name="description" content="([^"]*)"/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    languages: all(/hreflang="([\w-]+)"/g),
    data: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
  }
}

for (const [path, type] of [
  ['/obchod', 'ItemList'],
  ['/obchod/premium_1y', 'Product'],
  ['/faq', 'FAQPage'],
  ['/vyhlasenie-o-pristupnosti', undefined],
  ['/pre-firmy', undefined],
] as const) {
  test(`R16.05 ${path} may be found, in both languages`, async ({ request }) => {
    const slovak = await headOf(request, path)
    expect(slovak).toMatchObject({
      isHidden: false,
      canonical: [siteOrigin() + path],
      languages: ['sk', 'en', 'x-default'],
    })
    expect(slovak.description).toEqual([expect.stringMatching(/^\p{Lu}.{40,240}$/u)])
    expect(slovak.title).toMatch(/^.{6,} - Profil$/)
    expect(slovak.data?.['@type']).toBe(type)
    const english = await headOf(request, `${path}?lang=en`)
    expect(english.canonical).toEqual([`${siteOrigin()}${path}?lang=en`])
    expect(english.description).not.toEqual(slovak.description)
    // Whoever has a session may see what is theirs.
    if (!path.startsWith('/obchod')) expect((await headOf(request, path, 'ppi=1')).isHidden).toBe(true)
  })
}

test('R16.05 a product is described by what the API says of it, the first questions too', async ({
  request,
}) => {
  expect((await headOf(request, '/obchod/premium_1y')).data).toMatchObject({
    name: 'Prémium',
    offers: { price: '89.90', priceCurrency: 'EUR', url: `${siteOrigin()}/obchod/premium_1y` },
  })
  const answer = await request.get('/rest/api/prv/v1/faq?lang=sk')
  const { categories } = (await answer.json()) as { categories: { items: { question: string }[] }[] }
  const questions = categories.flatMap(({ items }) => items).map(({ question }) => question)
  const { data } = await headOf(request, '/faq')
  expect(JSON.stringify(data)).not.toContain('](')
  const described = data?.['mainEntity'] as unknown[]
  expect(described.length).toBeGreaterThan(5)
  expect(described).toEqual(
    questions.slice(0, described.length).map(name => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text: expect.anything() },
    })),
  )
})

test('R16.05 what is personal stays out, and a robot may read that', async ({ request }) => {
  for (const path of [
    '/login',
    '/predplatne',
    '/nastavenia',
    '/obchod/objednavka',
    '/obchod/nic_take',
    '/pre-firmy?ponuka',
    '/unsubscribe/abcdefghijklmnopqrstuvwxyz',
    '/login/gift/abcdefghijklmnopqrstuvwxyz',
  ]) {
    expect(await headOf(request, path), path).toMatchObject({ isHidden: true, canonical: [] })
  }
  expect(await (await request.get('/robots.txt')).text()).toBe(
    `User-agent: *\nAllow: /\nSitemap: ${siteOrigin()}/sitemap.xml\n`,
  )
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address))
  expect(addresses.map(({ pathname }) => pathname)).toEqual(
    expect.arrayContaining([
      '/faq',
      '/vyhlasenie-o-pristupnosti',
      '/pre-firmy',
      '/obchod',
      '/obchod/premium_1y',
    ]),
  )
  for (const { href } of addresses) expect((await headOf(request, href)).isHidden, href).toBe(false)
})
