/**
 * What exists in the demo mode only: the readers to sign in as, the mailbox, the phone, the bank, the desk that decides
 * on change requests of discussions, the e-book shelf, the clock that can be moved.
 * Outside it none of these addresses exist.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import type { MovableClock } from '#server/platform/clock.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { serveClock } from './clock.ts'
import { serveCodes } from './codes.ts'
import { serveDemoPage } from './demo-page.ts'
import { serveEbooks } from './ebooks.ts'
import { serveForumChanges } from './forum-changes.ts'
import { leadToLocalhost } from './lead-to-localhost.ts'
import { serveMailbox } from './mailbox.ts'
import { serveNewsletterSamples } from './newsletter-samples.ts'
import { servePhone } from './phone.ts'
import { serveReaders } from './readers.ts'
import { serveTransfers } from './transfers.ts'

export async function registerDemo(
  app: FastifyInstance,
  deps: PaymentsDeps,
  clock: MovableClock,
): Promise<void> {
  leadToLocalhost(app, deps.settings)
  serveReaders(app)
  serveCodes(app)
  serveMailbox(app, deps)
  servePhone(app, deps)
  serveForumChanges(app, deps)
  serveClock(app, clock)
  serveTransfers(app, deps)
  serveNewsletterSamples(app, deps)
  serveEbooks(app, deps)
  serveDemoPage(app, deps)
  // The style that the demo publisher's layout blocks name; a real publisher's is on its own host.
  const style = readFileSync(join(projectRoot, 'demo/layout.css'), 'utf8')
  app.get('/layout/layout.css', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(style),
  )
}
