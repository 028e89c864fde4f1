/**
 * What exists in the demo mode only: the readers to sign in as, the mailbox, the clock that can be moved. Outside
 * it none of these addresses exist.
 */
import type { FastifyInstance } from 'fastify'
import type { MovableClock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { serveClock } from './clock.ts'
import { serveDemoPage } from './demo-page.ts'
import { serveMailbox } from './mailbox.ts'
import { serveReaders } from './readers.ts'

export function registerDemo(app: FastifyInstance, deps: Deps, clock: MovableClock): void {
  serveReaders(app)
  serveMailbox(app, deps)
  serveClock(app, clock)
  serveDemoPage(app, deps)
}
