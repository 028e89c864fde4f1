import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Not part of a build: tests, and tools' own folders. */
const NOT_BUILT = /\.test\.tsx?$|(^|[\\/])node_modules[\\/]/

/**
 * One hash over the names and contents of files, by which a build knows whether its sources have changed.
 * Contents, not modification times, which a clone or a change of branch touches. Tests do not count.
 * @param root folder that the paths start from
 * @param paths files and folders; missing ones are passed over
 */
export function hashSources(root: string, paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(path => filesBelow(root, path))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(root: string, path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(file => !NOT_BUILT.test(file))
    .sort()
}
