import * as z from 'zod'
import {
  changeLayoutBlock,
  LayoutBlock,
  LayoutItems,
  listLayoutBlocks,
} from '#server/modules/layout-blocks/index.ts'
import { defineRead, defineWrite } from '../operation.ts'

export const layoutOperations = [
  defineRead({
    name: 'layout list',
    summary: 'Lists the blocks of the publisher’s header, pager, footer and end of page.',
    http: { method: 'GET', path: '/layout-blocks' },
    scope: 'layout:read',
    input: z.object({}),
    output: z.object({ items: z.array(LayoutBlock) }),
    run: async deps => ({ answer: { items: await listLayoutBlocks(deps) } }),
  }),

  defineWrite({
    name: 'layout change',
    summary: 'Puts other items into a block; readers see them with the next page that they load.',
    http: { method: 'PUT', path: '/layout-blocks/:block/:locale' },
    scope: 'layout:write',
    input: z.object({
      block: LayoutBlock.shape.block.describe('where it stands'),
      locale: z.enum(LayoutBlock.shape.locale.options).describe('language of the page'),
      items: LayoutItems.describe('markup, scripts and styles in their order, as JSON'),
    }),
    output: LayoutBlock,
    run: async ({ tx }, block) => {
      const before = await changeLayoutBlock(tx, block)
      return {
        answer: block,
        target: `block ${block.block} in ${block.locale}`,
        before: before ?? null,
        after: block.items,
      }
    },
  }),
]
