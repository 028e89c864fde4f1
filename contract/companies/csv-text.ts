/** Why a file is no CSV, whatever its name says. */
export type CsvFault = 'company_csv_is_spreadsheet' | 'company_csv_not_text' | 'company_csv_without_emails'

/**
 * Text of a CSV file as spreadsheets write it: UTF-8 with or without a byte order mark, UTF-16 with one, and
 * Windows-1250, which Slovak ones still write.
 *
 * @returns the text without the byte order mark, or why there is none
 */
export function csvText(bytes: Uint8Array): { text: string } | { fault: CsvFault } {
  if (spreadsheets.some(mark => startsWith(bytes, mark))) return { fault: 'company_csv_is_spreadsheet' }
  if (startsWith(bytes, [0xff, 0xfe])) return { text: decode('utf-16le', bytes) }
  if (startsWith(bytes, [0xfe, 0xff])) return { text: decode('utf-16be', bytes) }
  if (bytes.includes(0)) return { fault: 'company_csv_not_text' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // Every byte is a letter of Windows-1250; the addresses themselves are the same in both.
    return { text: decode('windows-1250', bytes) }
  }
}

/** Magic numbers of spreadsheet files: a ZIP archive (xlsx, ods), and the older container (xls). */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)
