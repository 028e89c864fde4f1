import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import PdfDocument from 'pdfkit'
import type { Locale } from '#contract/wire.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'

type Doc = InstanceType<typeof PdfDocument>

const files = join(projectRoot, 'node_modules/dejavu-fonts-ttf/ttf')

// Parsed once for all documents: parsing takes nine tenths of the time of one.
const open = (file: string) => create(readFileSync(join(files, file)))

/** Fonts by the name under which a document uses them. */
const fonts = {
  text: open('DejaVuSans.ttf'),
  bold: open('DejaVuSans-Bold.ttf'),
  title: open('DejaVuSerif.ttf'),
}

/**
 * The font with glyphs of its own. The library keeps the characters that a glyph stood for when it was first met: none,
 * where it was met as a part of another, as the L of an Ľ. In the next document that L would be drawn, but not be text.
 */
// The library takes parsed fonts, which its types lack.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const forOneDocument = (font: object) => Object.create(font, { _glyphs: { value: {} } }) as string

/** A4 in points, with the margins of a letter. */
export const left = 56
export const width = 595.28 - 2 * left

export type Page = { doc: Doc; section: PDFKit.PDFStructureElement; bytes: Promise<Uint8Array<ArrayBuffer>> }

/**
 * Opens a tagged page. All that could differ between two runs is a parameter, so the bytes are deterministic.
 *
 * @param about.createdAt also the day that the file says it was made on
 */
export function openPage(about: {
  title: string
  author: string
  locale: Locale
  createdAt: Temporal.Instant
}): Page {
  const created = new Date(about.createdAt.epochMilliseconds)
  const doc = new PdfDocument({
    size: 'A4',
    margin: left,
    font: forOneDocument(fonts.text),
    pdfVersion: '1.7',
    // The types of pdfkit lack this subset; the library has it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    subset: 'PDF/UA' as 'PDF/A-3a',
    tagged: true,
    lang: about.locale,
    displayTitle: true,
    info: {
      Title: about.title,
      Author: about.author,
      Creator: 'Profil',
      Producer: 'Profil',
      CreationDate: created,
      ModDate: created,
    },
  })
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, forOneDocument(font))
  const section = doc.struct('Document')
  doc.addStructure(section)
  return { doc, section, bytes: collect(doc) }
}

export async function closePage({ doc, section, bytes }: Page): Promise<Uint8Array<ArrayBuffer>> {
  section.end()
  doc.end()
  return bytes
}

function collect(doc: Doc): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

/** Puts a paragraph, or a heading, at a place. @returns where the next one may begin */
export function put(
  { doc, section }: Page,
  tag: 'H1' | 'H2' | 'P',
  text: string,
  at: { x?: number; y: number; width?: number; font?: keyof typeof fonts; size?: number; colour?: string },
): number {
  const { x = left, y, font = 'text', size = 9.5, colour = '#1a1a1a' } = at
  let end = y
  section.add(
    doc.struct(tag, {}, () => {
      doc.font(font).fontSize(size).fillColor(colour)
      doc.text(text, x, y, { width: at.width ?? width, lineGap: 2 })
      end = doc.y
    }),
  )
  return end
}

/** A hairline, tagged as an artifact: screen readers skip it. */
export function rule({ doc }: Page, y: number): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeColor('#b8b4ac')
    .stroke()
  doc.endMarkedContent()
}
