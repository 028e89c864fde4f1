import { left, type Page } from './page.ts'

const hairline = '#b8b4ac'

/**
 * Draws a table whose header cells are tagged for screen readers; the first column is aligned left, the others, which
 * are numbers, right.
 *
 * @returns where it ends
 */
export function drawTable(
  { doc, section }: Page,
  table: { y: number; widths: number[]; head: string[]; rows: string[][] },
): number {
  const align = (column: number) => ({
    x: column === 0 ? ('left' as const) : ('right' as const),
    y: 'top' as const,
  })
  doc.fillColor('#1a1a1a')
  const options = {
    // With this option the library tags the table, rows and cells; its types lack it.
    structParent: section,
    position: { x: left, y: table.y },
    columnStyles: table.widths.map(width => ({
      width,
      padding: { top: 5, right: 0, bottom: 5, left: 0 },
      border: { top: 0, right: 0, bottom: 0.5, left: 0 },
      borderColor: hairline,
    })),
    data: [
      table.head.map((text, column) => ({
        text,
        type: 'TH' as const,
        scope: 'Column' as const,
        align: align(column),
        font: { src: 'bold', size: 8.5 },
        textColor: '#5c5850',
      })),
      ...table.rows.map(row =>
        row.map((text, column) => ({ text, align: align(column), font: { src: 'text', size: 9.5 } })),
      ),
    ],
  }
  doc.table(options)
  return doc.y
}
