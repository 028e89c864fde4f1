import { createHmac } from 'node:crypto'
import { randomToken } from '#server/platform/secrets.ts'
import type { Store, StoredEvent } from './store.ts'

/**
 * Delivery of webhooks: `chaotic` is the worst of real gateways (now and then repeated, late, out of order), `prompt` the
 * best, `off` keeps them until they are asked for.
 */
export type Delivery = 'chaotic' | 'prompt' | 'off'

export type WebhookTarget = { url: string; secret: string }

const longestDelayMs = 3000
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000] as const

/**
 * Sends signed webhooks to the publisher, with retries until they are accepted.
 *
 * @param given where to, and the secret that signs
 */
export function createWebhooks(store: Store, given: WebhookTarget, delivery: Delivery) {
  const target = { ...given }
  const timers = new Set<NodeJS.Timeout>()
  let mode = delivery
  let isStopped = false
  const later = (delayMs: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, delayMs)
    timers.add(timer)
  }
  const attempt = (event: StoredEvent, tries = 0) => {
    void send(target, event).then(taken => {
      // The store may be closed by now; what was not noted is sent again after the restart.
      if (isStopped) return
      if (taken) return store.events.put({ ...event, delivered: 1 })
      const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? 0
      if (mode !== 'off') later(delayMs, () => attempt(event, tries + 1))
    })
  }
  const schedule = (event: StoredEvent) => {
    if (mode === 'off') return
    if (mode === 'prompt') return attempt(event)
    later(Math.random() * longestDelayMs, () => attempt(event))
    if (Math.random() < 0.3) later(Math.random() * longestDelayMs, () => attempt(event))
  }
  return {
    /** An event of the payment with this key, of a card, a refund or a dispute. */
    tell: (type: string, key: string) => {
      if (target.url === '') return
      const event: StoredEvent = { id: `demo-event-${randomToken(96)}`, type, key, delivered: 0 }
      store.events.put(event)
      schedule(event)
    },
    setMode: (next: Delivery) => {
      mode = next
    },
    setUrl: (url: string) => {
      target.url = url
    },
    /** Resumes undelivered webhooks of a former run. */
    resume: () => {
      for (const event of store.events.all()) if (event.delivered === 0) schedule(event)
    },
    /** Replays all events so many times, in a random order; resolves when all were answered. */
    replay: async (times: number) => {
      const events = Array.from({ length: times }, () => store.events.all()).flat()
      const shuffled = events
        .map(event => ({ event, place: Math.random() }))
        .sort((a, b) => a.place - b.place)
      const answers = await Promise.all(shuffled.map(({ event }) => send(target, event)))
      return { sent: answers.length, taken: answers.filter(Boolean).length }
    },
    stop: () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>

/** @returns whether the publisher accepted it */
async function send({ url, secret }: WebhookTarget, event: StoredEvent): Promise<boolean> {
  const { id, type, key } = event
  const [object = ''] = type.split('.')
  // Pages and charges are the publisher's payments.
  const about = ['card', 'refund', 'dispute'].includes(object) ? object : 'payment'
  const body = JSON.stringify({ id, type, about, key })
  const at = String(Math.floor(Date.now() / 1000))
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'demo-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
      },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false // not listening, or too slow: tried again
  }
}
