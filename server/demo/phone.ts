import { createServer } from 'node:http'
import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { normaliseMobileNumber } from '#contract/phone/mobile-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listen } from './listen.ts'
import { readBody } from './read-body.ts'
import { demoTexts } from './tables.ts'

const kept = 200

const Sms = z.object({ id: z.string().min(1).max(100), to: z.string().max(20), text: z.string().max(1000) })

/**
 * The demo's own SMS service: takes messages over HTTP on loopback and stores them for the page /demo.
 *
 * @returns its address for the SMS gateway
 */
export async function startDemoSmsServer(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const server = createServer((request, response) => {
    readBody(request)
      .then(async body => {
        const sms = Sms.safeParse(JSON.parse(body))
        if (sms.success) await keepText(deps, sms.data)
        response.writeHead(sms.success ? 202 : 400).end()
      })
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'demo sms server')
        response.writeHead(500).end()
      })
  })
  const { port, stop } = await listen(server, 0)
  return { url: `http://127.0.0.1:${port}/messages`, stop }
}

async function keepText({ db, clock }: Pick<Deps, 'db' | 'clock'>, sms: z.output<typeof Sms>): Promise<void> {
  await db
    .insert(demoTexts)
    .values({ messageId: sms.id, to: normaliseMobileNumber(sms.to), text: sms.text, sentAt: clock.now() })
    .onConflictDoNothing()
}

/** GET /demo/phone.json?to= : newest first; the number in any of its forms. */
export function servePhone(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get('/demo/phone.json', { schema: { tags: ['Demo'] } }, async request => {
    const { to } = z.object({ to: z.string().optional() }).parse(request.query)
    // An unescaped plus sign in the query arrives as a space.
    const number = to === undefined ? undefined : normaliseMobileNumber(to.replace(/^ /, '+'))
    const rows = await db
      .select()
      .from(demoTexts)
      .where(number === undefined ? undefined : eq(demoTexts.to, number))
      .orderBy(desc(demoTexts.id))
      .limit(kept)
    return {
      items: rows.map(row => ({
        id: String(row.id),
        to: row.to,
        text: row.text,
        sent_at: row.sentAt.toString(),
      })),
    }
  })
}
