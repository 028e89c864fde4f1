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
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(files.map(file => compressFile(join(file.parentPath, file.name))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST_BYTES) return
  const [brotli, gzipped] = await Promise.all([
    compressSmallest(content),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

/** One block, or several with codes of their own: which of them is smaller, by 100 bytes of the largest file, no rule tells. */
async function compressSmallest(content: Buffer): Promise<Buffer> {
  const [one, several] = await Promise.all(
    [20, 0].map(blockBits =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_LGBLOCK]: blockBits,
        },
      }),
    ),
  )
  if (!one || !several) throw new Error('Nothing was compressed')
  return one.length < several.length ? one : several
}
