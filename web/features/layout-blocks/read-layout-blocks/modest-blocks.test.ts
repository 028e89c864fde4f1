import { expect, test } from 'vitest'
import type { LayoutItem } from '#contract/layout-blocks/layout-blocks.ts'
import { requireModest } from './modest-blocks.ts'

const html = (length: number): LayoutItem => ({ type: 'html', html: 'a'.repeat(length) })
const header = (...items: LayoutItem[]) => ({
  'sme-header': items,
  'sme-pager': [],
  'sme-footer': [html(1000)],
  'sme-endpage': [],
})

test('R7.03 blocks of a usual size are shown', () => {
  expect(() => requireModest(header())).not.toThrow()
  expect(() => requireModest(header(html(400_000), html(90_000)))).not.toThrow()
})

test('R7.03 blocks of 5 MB, or of thousands of items, are not', () => {
  expect(() => requireModest(header(html(5_000_000)))).toThrow('5001000 characters')
  expect(() => requireModest(header(...Array.from({ length: 10 }, () => html(60_000))))).toThrow('characters')
  expect(() => requireModest(header(...Array.from({ length: 51 }, () => html(1))))).toThrow('51 items')
})
