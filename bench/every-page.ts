import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { newsletterTabs, routes } from '#contract/routes.ts'
import type { PageFigures, startBrowser } from './browser.ts'
import type { Figure } from './table.ts'

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** Pages with an address of their own; the homepage redirects, and tokens come by mail. */
const plain = Object.values(routes).filter(({ path }) => path !== routes.homepage.path && !path.includes(':'))

/** Pages of a signed-in reader; those of one subscription get its id. */
const readersPaths = (subscription: string): string[] => [
  ...plain.map(({ path }) => (path.startsWith(`${routes.subscription.path}/`) ? path + subscription : path)),
  `${routes.newsletters.path}${newsletterTabs.topic}`,
  `${routes.settings.path}?active_tab=discussion`,
]

const visitorsPaths = [
  '/login',
  '/login/registration',
  '/login/forgotten-password',
  shopPaths.catalogue,
  routes.newsletters.path,
  routes.company_subscription.path,
  routes.faq.path,
]

const leastPerformance = 95

const scores = [
  { name: 'performance, phone', of: 'performance', budget: leastPerformance },
  { name: 'accessibility', of: 'accessibility', budget: 100 },
  { name: 'best practices', of: 'bestPractices', budget: 100 },
] as const

/**
 * Lighthouse on every page: as a signed-in reader, then as a visitor. Reports the lowest of each score, with
 * its page. The page of unknown addresses is left out: its correct 404 counts as a fault.
 *
 * @param url origin of the server; the browser is signed out by it
 */
export async function judgeEveryPage(browser: Browser, url: string): Promise<Figure[]> {
  const subscription = new URL(await browser.hrefOf(routes.stop_recurrence.path), url).search
  const judged: (PageFigures & { path: string })[] = []
  const judge = async (paths: readonly string[]) => {
    for (const path of paths) {
      const once = await browser.lighthouse(`${url}${path}`, 1)
      // Performance is noisy: measured again where it seems too slow.
      const isSlow = once.performance < leastPerformance
      judged.push({ path, ...(isSlow ? await browser.lighthouse(`${url}${path}`, 3) : once) })
    }
  }
  await judge(readersPaths(subscription))
  await browser.signOut()
  await judge([...visitorsPaths, ...(await mailedPaths(url))])

  for (const { path, faults } of judged) if (faults.length > 0) console.log(`${path}: ${faults.join(', ')}`)
  return scores.flatMap(({ name, of, budget }) => {
    const [lowest] = judged.toSorted((one, other) => one[of] - other[of])
    if (!lowest) return []
    const what = `${judged.length} pages: lowest Lighthouse ${name} (${lowest.path.replace(/[^/]{20,}$/, '…')})`
    return [{ what, value: lowest[of], unit: '', budget, atLeast: true }]
  })
}

/** The pages that links in mails of newsletters open: the one that confirms, and the one that signs off. */
async function mailedPaths(url: string): Promise<string[]> {
  const to = 'every-page@example.com'
  const signups = `${url}/rest/api/prv/v1/newsletters`
  await post(`${signups}/signups`, { email: to, codes: ['ranny-vyber'] })
  const confirming = await linkTo(routes.newsletter_link.path)
  await post(`${signups}/links/${confirming.split('/').at(-1)}/confirmation`)
  return [confirming, await linkTo(routes.unsubscribe.path)]

  async function post(address: string, body: object = {}): Promise<void> {
    const headers = { 'content-type': 'application/json', origin: url }
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  }

  async function linkTo(route: string): Promise<string> {
    const wanted = new RegExp(route.replace(':token', String.raw`[^\s?]+`))
    for (let attempt = 0; attempt < 50; attempt++) {
      const answer = await fetch(`${url}/demo/mailbox.json?to=${to}`)
      const found = Mailbox.parse(await answer.json()).items.flatMap(({ text }) => wanted.exec(text) ?? [])[0]
      if (found) return found
      await wait(200)
    }
    throw new Error(`No mail came to ${to} with ${route}`)
  }
}

const Mailbox = z.object({ items: z.array(z.object({ text: z.string() })) })
