/** The demo gateway as a program: configured by its environment, it sends its port to its parent process. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { hasCode } from '#server/platform/has-code.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { createGateway } from './create-gateway.ts'

const Environment = z.object({
  DEMO_GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DEMO_GATEWAY_FILE: z.string().min(1),
  DEMO_GATEWAY_KEY: z.string().min(16),
  DEMO_GATEWAY_WEBHOOK: z.string().default(''),
  DEMO_GATEWAY_DELIVERY: z.enum(['chaotic', 'prompt', 'off']).default('chaotic'),
})

const DemoCards = z.array(
  z.object({ token: z.string(), brand: z.string(), last4: z.string(), valid_until: z.string() }),
)

const env = Environment.parse(process.env)
const app = await createGateway({
  file: env.DEMO_GATEWAY_FILE,
  apiKey: env.DEMO_GATEWAY_KEY,
  webhook: { url: env.DEMO_GATEWAY_WEBHOOK, secret: env.DEMO_GATEWAY_KEY },
  delivery: env.DEMO_GATEWAY_DELIVERY,
  cards: demoCards(),
})
const port = await listen(env.DEMO_GATEWAY_PORT)
process.send?.({ port })
// The parent process has ended, perhaps killed.
process.once('disconnect', () => void app.close().then(() => process.exit(0)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Ctrl-C signals the whole process group; this process stays until the server stops it.
  process.on(signal, () => {
    if (!process.connected) void app.close().then(() => process.exit(0))
  })
}

async function listen(wanted: number): Promise<number> {
  try {
    await app.listen({ host: '127.0.0.1', port: wanted })
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error
    await app.listen({ host: '127.0.0.1', port: 0 })
  }
  return Number(new URL(app.listeningOrigin).port)
}

/** The cards of the demo's readers; the month is written `2028-08` or as a length from now. */
function demoCards() {
  const file = readFileSync(join(projectRoot, 'demo/cards.json'), 'utf8')
  return DemoCards.parse(JSON.parse(file)).map(card => {
    const month = card.valid_until.startsWith('P')
      ? Temporal.Now.plainDateISO().add(card.valid_until).toPlainYearMonth()
      : Temporal.PlainYearMonth.from(card.valid_until)
    return {
      token: card.token,
      brand: card.brand,
      last4: card.last4,
      validUntil: month.toPlainDate({ day: month.daysInMonth }).toString(),
    }
  })
}
