import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, siteOrigin, test } from '../fixtures.ts'

/** GrowthBook's SDK as a plain script, `window.growthbook`. */
const sdkFile = 'node_modules/@growthbook/growthbook/dist/bundles/index.min.js'

/** The script of a publisher's other site, by GrowthBook's documentation. */
const connect = `
  window.start = async remoteEval => {
    const client = new growthbook.GrowthBook({
      apiHost: '__HOST__', clientKey: 'sdk-demo', remoteEval, attributes: { ppSplitTest: 4, isUserLoggedIn: true },
    })
    const { success, source, error } = await client.init({ streaming: true, skipCache: true, timeout: 5000 })
    return { success, source, error: String(error), order: client.getFeatureValue('stop_offer_order', 'none') }
  }`

/** Another site of the publisher's, on a port of its own, with this page and the SDK. */
async function startSite(api: string): Promise<{ url: string; stop: () => void }> {
  const page = `<!doctype html><title>Web</title><script src="/sdk.js"></script><script>${connect.replace('__HOST__', api)}</script>`
  const site = createServer((request, response) => {
    const isSdk = request.url === '/sdk.js'
    response.writeHead(200, { 'content-type': isSdk ? 'text/javascript' : 'text/html' })
    response.end(isSdk ? readFileSync(sdkFile) : page)
  })
  await new Promise<void>(resolve => {
    site.listen(0, '127.0.0.1', resolve)
  })
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => void site.close() }
}

test("R7.16 GrowthBook's own SDK on another site reads, evaluates and listens without a change of ours", async ({
  page,
}) => {
  const site = await startSite(siteOrigin())
  await page.goto(site.url)
  for (const [remoteEval, path] of [
    [true, '/api/eval/sdk-demo'],
    [false, '/api/features/sdk-demo'],
  ] as const) {
    await page.reload()
    const answered = page.waitForResponse(`${siteOrigin()}${path}`)
    const streamed = page.waitForResponse(`${siteOrigin()}/sub/sdk-demo`)
    const started = await page.evaluate(
      remote => (Reflect.get(window, 'start') as (remote: boolean) => Promise<unknown>)(remote),
      remoteEval,
    )
    expect(started).toMatchObject({ success: true, source: 'network', order: 'upgrade_first' })
    expect((await answered).status()).toBe(200)
    const stream = await streamed
    expect(stream.status()).toBe(200)
    expect(stream.headers()['content-type']).toContain('text/event-stream')
  }
  await page.goto('about:blank')
  site.stop()
})
