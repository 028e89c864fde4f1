import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt'])
/** Below this, compression saves no network packet. */
const SMALLEST_BYTES = 1_000

/**
 * Puts a brotli and a gzip copy beside each script and style below a folder, so that the server only picks one.
 * Documents get none: each answer carries its own nonce.
 * @param smallest files of which the smallest of several brotli copies is kept, in five times the time
 */
export async function precompress(folder: string, smallest: RegExp): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(
    files.map(({ parentPath, name }) =>
      compressFile(join(parentPath, name), smallest.test(name) ? ways : [generic]),
    ),
  )
}

async function compressFile(file: string, brotliWays: readonly Way[]): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST_BYTES) return
  const [brotli, gzipped] = await Promise.all([
    compressSmallest(content, brotliWays),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

type Way = { blockBits: number; mode: number; postfixBits: number; directCodes: number }

const generic: Way = { blockBits: 0, mode: constants.BROTLI_MODE_GENERIC, postfixBits: 0, directCodes: 0 }
const ways: readonly Way[] = [
  generic,
  { ...generic, blockBits: 20 },
  // Distances are coded otherwise.
  { ...generic, mode: constants.BROTLI_MODE_FONT },
  { ...generic, postfixBits: 1, directCodes: 8 },
  { ...generic, blockBits: 20, directCodes: 12 },
]

/** Which way is smaller, by 100 bytes of the largest file, no rule tells: it changes with the hashes that the file names. */
async function compressSmallest(content: Buffer, brotliWays: readonly Way[]): Promise<Buffer> {
  const [first, ...others] = await Promise.all(
    brotliWays.map(({ blockBits, mode, postfixBits, directCodes }) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_LGBLOCK]: blockBits,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfixBits,
          [constants.BROTLI_PARAM_NDIRECT]: directCodes,
        },
      }),
    ),
  )
  if (!first) throw new Error('Nothing was compressed')
  return others.reduce((least, each) => (each.length < least.length ? each : least), first)
}
