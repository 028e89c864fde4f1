import { join } from 'node:path'

/** Folder of the screenshots; not in the repository. */
export const folder = join(import.meta.dirname, '../../gallery')
