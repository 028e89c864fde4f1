import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of the project's package.json: the server runs from its sources and, bundled, from dist/server,
 * and needs the migrations, the catalogues and the built pages in both cases.
 */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}`)
  return findRoot(parent)
}
