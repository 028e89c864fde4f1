import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Locale } from '../wire.ts'

export const LayoutHtml = z.object({ type: z.literal('html'), html: z.string() })
export const LayoutAsset = z.object({
  type: z.literal('asset'),
  asset: z.enum(['script', 'style']),
  url: z.string(),
  attr: z.record(z.string(), z.union([z.string(), z.boolean()])),
})
export type LayoutAsset = z.infer<typeof LayoutAsset>

/**
 * One piece of the publisher's layout: markup, or a script or style to load (R7.03). A plain union: a
 * discriminated one would add half a kilobyte to every reader's download.
 */
export const LayoutItem = z.union([LayoutHtml, LayoutAsset])
export type LayoutItem = z.infer<typeof LayoutItem>

export const LayoutBlocks = z.object({
  'sme-header': z.array(LayoutItem),
  'sme-pager': z.array(LayoutItem),
  'sme-footer': z.array(LayoutItem),
  'sme-endpage': z.array(LayoutItem),
})
export type LayoutBlocks = z.infer<typeof LayoutBlocks>

export const readLayoutBlocks = endpoint({
  method: 'GET',
  path: '/export/v1/sme-blocks/profil.sme.sk',
  summary: "The publisher's header, pager, footer and end of page",
  tag: 'Content',
  access: 'public',
  query: z.object({
    chset: z.optional(z.literal('utf-8')),
    env: z.optional(z.string().check(z.maxLength(100, 'max_length'))),
    lang: z._default(Locale, 'sk'),
  }),
  success: { status: 200, body: LayoutBlocks },
})
