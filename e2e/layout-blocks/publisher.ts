import type { Page } from '@playwright/test'
import type { LayoutBlocks, LayoutItem } from '#contract/layout-blocks/layout-blocks.ts'

export const blocksUrl = '**/export/v1/sme-blocks/**'

export const html = (text: string): LayoutItem => ({ type: 'html', html: text })

export const style = (url: string): LayoutItem => ({ type: 'asset', asset: 'style', url, attr: {} })

export const script = (url: string, attr: Record<string, string | boolean> = {}): LayoutItem => ({
  type: 'asset',
  asset: 'script',
  url,
  attr,
})

/** Lets the content host answer with blocks of the test's own; those that are not given are empty. */
export async function answerBlocks(page: Page, blocks: Partial<LayoutBlocks>): Promise<void> {
  const none: LayoutBlocks = { 'sme-header': [], 'sme-pager': [], 'sme-footer': [], 'sme-endpage': [] }
  await page.route(blocksUrl, route => route.fulfill({ json: { ...none, ...blocks } }))
}
