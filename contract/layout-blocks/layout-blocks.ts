import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Locale } from '../wire.ts'

/** One piece of the publisher's layout: markup, or a script or style to load (R7.03). */
export const LayoutItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), html: z.string() }),
  z.object({
    type: z.literal('asset'),
    asset: z.enum(['script', 'style']),
    url: z.string(),
    attr: z.record(z.string(), z.union([z.string(), z.boolean()])),
  }),
])
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
  query: z.object({ chset: z.optional(z.literal('utf-8')), env: z.optional(z.string()), lang: Locale }),
  success: { status: 200, body: LayoutBlocks },
})
