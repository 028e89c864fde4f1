import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Squares in black and white as a picture: PNG of one bit a pixel (ISO/IEC 15948), which all mail programs show.
 *
 * @param rows of equal length; true is black
 * @param side of a square in pixels
 */
export function drawPng(rows: readonly (readonly boolean[])[], side: number): Buffer {
  const width = (rows[0]?.length ?? 0) * side
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length * side, 4)
  // Bit depth 1, greyscale; compression, filter and interlace have no other choice here.
  header[8] = 1
  const lines = rows.flatMap(row => Array.from({ length: side }, () => lineOf(row, side)))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A scan line, eight pixels a byte, after its filter byte: none. */
function lineOf(row: readonly boolean[], side: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((row.length * side) / 8))
  for (let x = 0; x < row.length * side; x++) {
    const at = 1 + (x >> 3)
    if (row[Math.floor(x / side)] !== true) line.writeUInt8(line.readUInt8(at) | (0x80 >> (x & 7)), at)
  }
  return line
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
