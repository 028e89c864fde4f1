import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Pieces of the publisher's layout in one language, in their order. */
export const layoutBlocks = pgTable(
  'layout_blocks',
  {
    block: text({ enum: ['sme-header', 'sme-pager', 'sme-footer', 'sme-endpage'] }).notNull(),
    locale: text({ enum: ['sk', 'en'] }).notNull(),
    items: jsonb().$type<unknown>().notNull(),
  },
  table => [primaryKey({ columns: [table.block, table.locale] })],
)
