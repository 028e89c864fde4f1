/**
 * The embedded content host: owns the publisher's header, pager, footer and end of page, and hands them out in
 * their order. It never changes what the publisher wrote; the browser decides what of it may run.
 */
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { readLayoutBlocks as endpoint, LayoutItem } from '#contract/layout-blocks/layout-blocks.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { layoutBlocks } from './tables.ts'

export { changeLayoutBlock, LayoutBlock, LayoutItems } from './change-layout-block.ts'
export { listLayoutBlocks } from './list-layout-blocks.ts'

export function registerLayoutBlocks(app: FastifyInstance, { db }: Deps): void {
  route(app, endpoint, async ({ query }) => {
    const rows = await db.select().from(layoutBlocks).where(eq(layoutBlocks.locale, query.lang))
    const itemsOf = (block: (typeof rows)[number]['block']) =>
      z.array(LayoutItem).parse(rows.find(row => row.block === block)?.items ?? [])
    return {
      'sme-header': itemsOf('sme-header'),
      'sme-pager': itemsOf('sme-pager'),
      'sme-footer': itemsOf('sme-footer'),
      'sme-endpage': itemsOf('sme-endpage'),
    }
  })
}
