import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Options = {
  /** Variables beyond those of this process. */
  environment?: Record<string, string>
  /** Prints its output as it comes; otherwise at its end, so that several can run in parallel. */
  live?: boolean
  /** A part of its output that is not printed. */
  without?: RegExp
}

/**
 * Runs one of the project's tools in the project's folder and prints its output.
 *
 * @param command name in node_modules/.bin (or `node`), then its arguments
 * @returns its exit code (1 when a signal ended it), and its output
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
