import type { LayoutBlocks } from '#contract/layout-blocks/layout-blocks.ts'

/** Size limit, in characters: some fifty times a newspaper's header and footer. */
const mostMarkup = 500_000
const mostItems = 50

/**
 * Refuses blocks so large that they would block the page (R7.03).
 *
 * @throws Error when there is more markup, or are more items in a block, than any layout needs
 */
export function requireModest(blocks: LayoutBlocks): void {
  const lists = Object.values(blocks)
  const markup = lists.flat().reduce((sum, item) => sum + (item.type === 'html' ? item.html.length : 0), 0)
  if (markup > mostMarkup) throw new Error(`${markup} characters of markup are more than ${mostMarkup}`)
  const items = Math.max(...lists.map(list => list.length))
  if (items > mostItems) throw new Error(`${items} items in a block are more than ${mostItems}`)
}
