import { once } from 'node:events'
import { Agent, IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { signInOverHttp } from './server.ts'
import type { Figure } from './table.ts'

const budgetMs = 200
/** Until the rest of a body follows its beginning, as from a phone; counted in the time of its answer. */
const bodyMs = 20

/** Four readers who ask one thing after another, over connections that stay open. @param url of the server */
export async function askAsOthers(url: string) {
  const { cookie, userId } = await signInOverHttp(url, 'premium-card')
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } })
    await answer.arrayBuffer()
    return answer.status
  }
  const requests: [string, (path: string) => Promise<number>][] = [
    [`/rest/api/prv/v1/users/${userId}/subscriptions`, read],
    ['/faq', read],
    ['/readyz', read],
    ['/api/eval/sdk-demo', path => sendSlowly(`${url}${path}`)],
  ]
  let times: number[] = []
  const over = new AbortController()
  const ask = async (_: unknown, first: number) => {
    for (let round = first; !over.signal.aborted; round++) {
      const [path, send] = requests[round % requests.length] ?? ['/readyz', read]
      const begun = performance.now()
      const status = await send(path)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      times.push(performance.now() - begun)
      await pause(20)
    }
  }
  const asking = Promise.all(Array.from({ length: 4 }, ask))
  const figures: Figure[] = []
  return {
    /** Takes the times of their answers while something else is done. */
    during: async <T>(what: string, act: () => Promise<T>): Promise<T> => {
      times = []
      const result = await Promise.race([act(), asking.then(() => Promise.reject(new Error('Nobody asks')))])
      const sorted = times.toSorted((one, other) => one - other)
      const slow = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
      console.log(
        `  ${what}: ${sorted.length} answers, at most ${Math.round(sorted.at(-1) ?? Number.NaN)} ms`,
      )
      figures.push({ what: `99th percentile ${what}`, value: slow, unit: 'ms', budget: budgetMs })
      return result
    },
    /** Ends it. @returns the 99th percentile of each time but the first, which warms up */
    figures: async (): Promise<Figure[]> => {
      over.abort()
      await asking
      return figures.slice(1)
    },
  }
}

const agent = new Agent({ keepAlive: true })

/** A small body in two parts: it is among those that have not arrived whole. @returns the answer's status */
async function sendSlowly(url: string): Promise<number> {
  const [first, rest] = ['{"attributes":', '{}}']
  const headers = { 'content-type': 'application/json', 'content-length': first.length + rest.length }
  const sending = request(url, { method: 'POST', headers, agent })
  const answered = once(sending, 'response')
  sending.write(first)
  await Promise.race([pause(bodyMs), answered])
  sending.end(rest)
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered)
  await buffer(answer)
  return answer.statusCode ?? 0
}
