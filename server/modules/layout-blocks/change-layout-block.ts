import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { LayoutAsset, LayoutHtml } from '#contract/layout-blocks/layout-blocks.ts'
import { Locale } from '#contract/wire.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { layoutBlocks } from './tables.ts'

export const LayoutItems = z.array(z.discriminatedUnion('type', [LayoutHtml, LayoutAsset])).refine(
  // The content security policy blocks both, so they are refused here already.
  items => items.every(item => item.type !== 'html' || !/<(style|script)\b/i.test(item.html)),
  { message: 'hold <style> or <script>, which the page refuses; make them items of the type asset.' },
)

/** One of the publisher's layout blocks in one language. */
export const LayoutBlock = z.strictObject({
  block: z.enum(['sme-header', 'sme-pager', 'sme-footer', 'sme-endpage']),
  locale: Locale,
  items: LayoutItems,
})
export type LayoutBlock = z.infer<typeof LayoutBlock>

/**
 * Replaces the items of a block; readers see them with the next page that they load.
 *
 * @returns the items that were there before; undefined when the block was empty
 */
export async function changeLayoutBlock(
  tx: Tx,
  { block, locale, items }: LayoutBlock,
): Promise<LayoutBlock['items'] | undefined> {
  const isBlock = and(eq(layoutBlocks.block, block), eq(layoutBlocks.locale, locale))
  const [before] = await tx.select().from(layoutBlocks).where(isBlock).for('update')
  await tx
    .insert(layoutBlocks)
    .values({ block, locale, items })
    .onConflictDoUpdate({ target: [layoutBlocks.block, layoutBlocks.locale], set: { items } })
  return before && LayoutItems.parse(before.items)
}
