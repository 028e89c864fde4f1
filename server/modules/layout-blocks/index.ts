/**
 * The embedded content host: owns the publisher's header, pager, footer and end of page, and hands them out in
 * their order. It never changes what the publisher wrote; the browser decides what of it may run.
 */
import type { FastifyInstance } from 'fastify'
import { readLayoutBlocks as endpoint } from '#contract/layout-blocks/layout-blocks.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readLayoutBlocks } from './read-layout-blocks.ts'

export { changeLayoutBlock, LayoutBlock, LayoutItems } from './change-layout-block.ts'
export { listLayoutBlocks } from './list-layout-blocks.ts'

export function registerLayoutBlocks(app: FastifyInstance, deps: Deps): void {
  route(app, endpoint, ({ query }) => readLayoutBlocks(deps, query.lang))
}
