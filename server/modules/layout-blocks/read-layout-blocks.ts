import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import { type readLayoutBlocks as endpoint, LayoutItem } from '#contract/layout-blocks/layout-blocks.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { layoutBlocks } from './tables.ts'

/** What the publisher has put around the pages in one language; a block without items is empty. */
export async function readLayoutBlocks(
  { db }: Pick<Deps, 'db'>,
  locale: Locale,
): Promise<EndpointAnswer<typeof endpoint>> {
  const rows = await db.select().from(layoutBlocks).where(eq(layoutBlocks.locale, locale))
  const itemsOf = (block: (typeof rows)[number]['block']) =>
    z.array(LayoutItem).parse(rows.find(row => row.block === block)?.items ?? [])
  return {
    'sme-header': itemsOf('sme-header'),
    'sme-pager': itemsOf('sme-pager'),
    'sme-footer': itemsOf('sme-footer'),
    'sme-endpage': itemsOf('sme-endpage'),
  }
}
