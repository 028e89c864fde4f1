import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Options = {
  /** Variables beyond those of this process. */
  environment?: Record<string, string>
  /** Shows what it says as it comes; otherwise at its end, so that several may run side by side. */
  live?: boolean
  /** A part of what it says that is not shown. */
  without?: RegExp
}

/**
 * Runs one of the project's tools in the project's folder and shows what it says.
 *
 * @param command name in node_modules/.bin (or `node`), then its arguments
 * @returns its exit code (1 when a signal ended it), and what it said
 */
export async function runTool(
  [name = '', ...args]: string[],
  { environment = {}, live = false, without }: Options = {},
): Promise<{ code: number; said: string }> {
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(name === 'node' ? process.execPath : name, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      ...environment,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (live) process.stdout.write(chunk)
    })
  }
  const [code] = await once(child, 'close')
  if (!live) process.stdout.write(without ? said.replace(without, '') : said)
  return { code: typeof code === 'number' ? code : 1, said }
}
