import type { LayoutBlocks, LayoutItem } from '#contract/layout-blocks/layout-blocks.ts'

/** Size limit, in characters: some fifty times a newspaper's header and footer. */
const mostMarkup = 500_000
const mostItems = 50

const isItem = (item: LayoutItem): boolean =>
  item.type === 'html'
    ? typeof item.html === 'string'
    : item.type === 'asset' && typeof item.url === 'string' && item.attr instanceof Object

const names = ['sme-header', 'sme-pager', 'sme-footer', 'sme-endpage'] as const

/**
 * Refuses what is no list of blocks, since the content host may be another's, and blocks so large that they would block the
 * page (R7.03).
 *
 * @throws Error when a block is missing, or there is more markup, or are more items in a block, than any layout needs
 */
export function requireModest(blocks: LayoutBlocks): void {
  const lists = names.map(name => blocks[name])
  if (!lists.every(list => Array.isArray(list) && list.every(isItem))) throw new Error('These are no blocks')
  const markup = lists.flat().reduce((sum, item) => sum + (item.type === 'html' ? item.html.length : 0), 0)
  if (markup > mostMarkup) throw new Error(`${markup} characters of markup are more than ${mostMarkup}`)
  const items = Math.max(...lists.map(list => list.length))
  if (items > mostItems) throw new Error(`${items} items in a block are more than ${mostItems}`)
}
