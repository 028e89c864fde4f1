import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPng } from './png.ts'

/** Decodes a PNG of one bit a pixel and verifies its checksums. */
function read(png: Buffer): { width: number; height: number; rows: string[] } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.set(type, png.subarray(at + 8, end))
    expect(png.readUInt32BE(end), type).toBe(crc32(png.subarray(at + 4, end)))
    at = end + 4
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  const pixels = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const length = 1 + Math.ceil(width / 8)
  expect(pixels).toHaveLength(length * height)
  const rows = Array.from({ length: height }, (_, y) => {
    const line = pixels.subarray(y * length, (y + 1) * length)
    expect(line[0]).toBe(0)
    const bits = [...line.subarray(1)].map(byte => byte.toString(2).padStart(8, '0')).join('')
    return bits.slice(0, width)
  })
  return { width, height, rows }
}

test('squares are drawn black where they are said to be, each as large as it should be', () => {
  const { width, height, rows } = read(
    drawPng(
      [
        [true, false, true],
        [false, false, true],
      ],
      3,
    ),
  )
  expect({ width, height }).toEqual({ width: 9, height: 6 })
  expect(rows).toEqual([
    ...Array.from({ length: 3 }, () => '000111000'),
    ...Array.from({ length: 3 }, () => '111111000'),
  ])
})
