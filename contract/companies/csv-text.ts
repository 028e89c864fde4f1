/** Why a file is no CSV, whatever its name says. */
export type CsvFault = 'company_csv_is_spreadsheet' | 'company_csv_not_text' | 'company_csv_without_emails'

/**
 * Text of a CSV file as spreadsheets write it.
 *
 * @returns the text without the byte order mark, or why there is none
 */
export function csvText(bytes: Uint8Array): { text: string } | { fault: CsvFault } {
  const read = csvEncoding(bytes)
  return 'fault' in read ? read : { text: new TextDecoder(read.encoding).decode(bytes) }
}

/**
 * Encoding of a CSV file as spreadsheets write it: UTF-8 with or without a byte order mark, UTF-16 with one, and
 * Windows-1250, which Slovak ones still write.
 *
 * @returns its name for TextDecoder, or why the file is none
 */
export function csvEncoding(bytes: Uint8Array): { encoding: string } | { fault: CsvFault } {
  if (spreadsheets.some(mark => startsWith(bytes, mark))) return { fault: 'company_csv_is_spreadsheet' }
  if (startsWith(bytes, [0xff, 0xfe])) return { encoding: 'utf-16le' }
  if (startsWith(bytes, [0xfe, 0xff])) return { encoding: 'utf-16be' }
  if (bytes.includes(0)) return { fault: 'company_csv_not_text' }
  // Every byte is a letter of Windows-1250; the addresses themselves are the same in both.
  return { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1250' }
}

const pieceBytes = 64 * 1024

/** In pieces, since the text of a large file would take twice its size. */
function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true })
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Magic numbers of spreadsheet files: a ZIP archive (xlsx, ods), and the older container (xls). */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)
