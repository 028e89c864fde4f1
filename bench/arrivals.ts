import { routes } from '#contract/routes.ts'
import { startBrowser } from './browser.ts'
import { startFloorPage } from './floor-page.ts'
import { startHttp2 } from './http2.ts'
import { startServer } from './server.ts'
import type { Figure } from './table.ts'

type Browser = Awaited<ReturnType<typeof startBrowser>>

type Arrival = {
  what: string
  path: string
  /** Puts the browser, which is signed in and has nothing cached, into the state in which readers arrive. */
  as: (browser: Browser) => Promise<void>
  /** Path of the page that leads there, as the browser tells it. */
  from?: string
  /** Most that the largest contentful paint may be, as a ratio to the bare page (R16.01). */
  cold: number
}

const visitor = (browser: Browser) => browser.signOut()
const account = routes.subscription.path

/** How readers come (R16.01). */
export const arrivals: readonly Arrival[] = [
  { what: 'visitor', path: '/login', as: visitor, cold: 0.9 },
  { what: 'visitor', path: '/obchod', as: visitor, cold: 0.9 },
  { what: 'visitor', path: routes.faq.path, as: visitor, cold: 1.3 },
  { what: 'signed in', path: account, as: async () => {}, cold: 1.3 },
  {
    what: 'after the login’s page',
    path: account,
    as: browser => browser.readLogin(),
    from: '/login',
    cold: 0.9,
  },
  { what: 'remembered', path: account, as: browser => browser.forgetToken(), cold: 1.6 },
]

/** Most requests and kB of a first visit, and of one document as it is sent (R16.02). */
const budgets = { requests: 20, kb: 170, documentKb: 14 }

/**
 * Lighthouse of every arrival as on a phone, over HTTP/1.1 and behind HTTP/2, cold and warm, against the bare page in the
 * same way: the largest contentful paint, total shift, requests and bytes. A cold figure has a budget.
 *
 * @param dataDir of the benchmark, on which no server runs
 */
export async function measureArrivals(dataDir: string): Promise<Figure[]> {
  const floor = await startFloorPage()
  try {
    return [...(await overHttp1(dataDir, floor.url)), ...(await behindHttp2(dataDir, floor.url))]
  } finally {
    await floor.stop()
  }
}

async function overHttp1(dataDir: string, floorUrl: string): Promise<Figure[]> {
  const server = await startServer(dataDir)
  const browser = await startBrowser(server.url)
  try {
    return await measure(browser, { url: server.url, floorUrl, protocol: 'HTTP/1.1' })
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function behindHttp2(dataDir: string, floorUrl: string): Promise<Figure[]> {
  const [proxy, floorProxy] = [await startHttp2(), await startHttp2()]
  const server = await startServer(dataDir, proxy.url)
  proxy.forward(server.url)
  floorProxy.forward(floorUrl)
  const browser = await startBrowser(proxy.url, [proxy.trustedKey, floorProxy.trustedKey])
  try {
    return await measure(browser, { url: proxy.url, floorUrl: floorProxy.url, protocol: 'HTTP/2' })
  } finally {
    await browser.close()
    await server.stop()
    for (const each of [proxy, floorProxy]) each.stop()
  }
}

type Run = { url: string; floorUrl: string; protocol: string }

async function measure(browser: Browser, { url, floorUrl, protocol }: Run): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const isWarm of [false, true]) {
    const times = isWarm ? 3 : 5
    const prepare = isWarm ? async () => {} : browser.emptyCache
    const floor = (await browser.lighthouse(floorUrl, times, prepare)).lcpMs
    figures.push({ what: `${protocol}, ${isWarm ? 'warm' : 'cold'}: bare page`, value: floor, unit: 'ms' })
    for (const { what, path, as, from, cold } of arrivals) {
      const arrive = async () => {
        await prepare()
        await browser.signIn()
        await as(browser)
      }
      const run = await browser.lighthouse(`${url}${path}`, times, arrive, from && `${url}${from}`)
      const name = `… ${path}, ${what}`
      const isFirst = !isWarm && path === account && what === 'signed in'
      figures.push(
        { what: name, value: run.lcpMs, unit: 'ms', floor, ...(!isWarm && { budget: cold * floor }) },
        ...(isWarm
          ? []
          : [{ what: `${name}: performance`, value: run.performance, unit: '', budget: 99, atLeast: true }]),
        { what: `${name}: shift`, value: run.shift, unit: '', budget: 0 },
        {
          what: `${name}: requests`,
          value: run.requests,
          unit: '',
          ...(isFirst && { budget: budgets.requests }),
        },
        { what: `${name}: sent`, value: run.kb, unit: 'kB', ...(isFirst && { budget: budgets.kb }) },
        { what: `${name}: document`, value: run.documentKb, unit: 'kB', budget: budgets.documentKb },
      )
    }
  }
  return figures
}
