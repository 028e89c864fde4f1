import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { projectRoot } from '../platform/process/project-root.ts'
import { StartupError } from '../platform/process/startup-error.ts'

/**
 * The folder of the publisher's own look and words.
 *
 * @param name BRAND_DIR as it is given, from the project's folder; none when it is empty
 * @throws StartupError when no folder is there
 */
export function findBrandFolder(name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined
  const folder = resolve(projectRoot, name)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new StartupError(`BRAND_DIR is ${name}, and no folder is at ${folder}: name one, or leave it out.`)
}
