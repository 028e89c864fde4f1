import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { buildServer } from '../../../scripts/build-server.ts'

/** Bundles the server's programs once for the whole run, into the folder from which tests start them. */
export default async function setup(): Promise<() => void> {
  const cache = join(projectRoot, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'programs-'))
  await buildServer(projectRoot, folder)
  await buildServer(projectRoot, join(folder, 'command'), { command: 'start/command' })
  process.env['TEST_PROGRAMS'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
