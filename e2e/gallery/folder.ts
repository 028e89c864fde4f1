import { join } from 'node:path'

/** Where the pictures go; not kept in the repository. */
export const folder = join(import.meta.dirname, '../../gallery')
