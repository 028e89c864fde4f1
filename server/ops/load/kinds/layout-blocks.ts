import * as z from 'zod'
import { LayoutAsset, LayoutHtml } from '#contract/layout-blocks/layout-blocks.ts'
import { Locale } from '#contract/wire.ts'
import { layoutBlocks } from '#server/modules/layout-blocks/tables.ts'
import { defineKind } from '../kind.ts'
import { upsertRow } from '../upsert-row.ts'

const Block = z.strictObject({
  block: z.enum(['sme-header', 'sme-pager', 'sme-footer', 'sme-endpage']),
  locale: Locale,
  items: z.array(z.discriminatedUnion('type', [LayoutHtml, LayoutAsset])).refine(
    // The content security policy refuses both, so the publisher should learn of it here.
    items => items.every(item => item.type !== 'html' || !/<(style|script)\b/i.test(item.html)),
    { message: 'hold <style> or <script>, which the page refuses; make them items of the type asset.' },
  ),
})

/** The publisher's header, pager, footer and end of page. */
export const layoutBlocksKind = defineKind({
  name: 'layout-blocks',
  schema: Block,
  keyOf: ({ block, locale }) => `${block} in ${locale}`,
  write: ({ tx }, row) =>
    upsertRow(tx, layoutBlocks, [layoutBlocks.block, layoutBlocks.locale], row, [layoutBlocks.items]),
})
