import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../platform/process/startup-error.ts'
import type { Settings } from '../platform/settings.ts'

const colour = z.string().regex(/^#[\da-f]{6}$/i)

const BrandFile = z.object({
  mail: z
    .object({ accent: colour, accent_ink: colour, logo_url: z.url({ protocol: /^https$/ }).optional() })
    .optional(),
})

const Texts = z.record(z.string(), z.string())

type Locale = 'sk' | 'en'
type TermsFiles = Settings['terms']['files']

/** What the brand folder says about mails; its other files go into the build of the pages. */
export type Brand = {
  texts: Record<'sk' | 'en', Record<string, string>>
  mailLook: Settings['mailLook']
  /** The terms as files, which go with the confirmation of an order. */
  termsFiles: TermsFiles
}

/**
 * Reads a publisher's own words and the look of its mails.
 *
 * @param folder BRAND_DIR; the built-in brand without one
 * @param termsFolder where the terms are; the demo has some without a brand
 * @throws StartupError naming the file that cannot be used
 */
export function readBrand(folder: string | undefined, termsFolder = folder): Brand {
  const { mail } = read(folder, 'brand.json', BrandFile) ?? {}
  return {
    termsFiles: termsOf(termsFolder),
    texts: { sk: read(folder, 'texts/sk.json', Texts) ?? {}, en: read(folder, 'texts/en.json', Texts) ?? {} },
    mailLook: mail
      ? { accent: mail.accent, accentInk: mail.accent_ink, logoUrl: mail.logo_url ?? null }
      : null,
  }
}

/** Terms in the other language are better than none. */
function termsOf(folder: string | undefined): TermsFiles {
  const [sk, en] = [readTerms(folder, 'sk'), readTerms(folder, 'en')]
  return { sk: sk ?? en, en: en ?? sk }
}

/** As PDF, or as plain text. */
function readTerms(folder: string | undefined, locale: Locale): TermsFiles[Locale] {
  const found = folder
    ? (['pdf', 'txt'] as const).map(ending => ({ ending, file: join(folder, `terms/${locale}.${ending}`) }))
    : []
  const first = found.find(({ file }) => existsSync(file))
  return first && { ending: first.ending, content: readFileSync(first.file) }
}

function read<Schema extends z.ZodType>(
  folder: string | undefined,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  if (folder === undefined) return undefined
  const file = join(folder, name)
  if (!existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartupError(`${file} cannot be used: write it as docs/branding.md says.`)
  }
}
