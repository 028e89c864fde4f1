import { spawnSync } from 'node:child_process'

/** Whether a program is on this machine's PATH. */
export const has = (program: string): boolean => spawnSync('which', [program]).status === 0
