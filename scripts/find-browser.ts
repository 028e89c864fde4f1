import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Headless, as any user, and without background traffic. */
export const browserFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium: the one of CHROME_PATH, the system's, else the one that comes as an npm package for Linux.
 * @throws Error with one sentence on how to get one
 */
export async function findBrowser(): Promise<string> {
  return namedBrowser() ?? systemBrowser() ?? (await unpackFromPackage())
}

/**
 * Finds the Chromium for the browser tests. The package's goes before the system's: it is the headless shell,
 * which halves the time of the tests.
 * @throws Error with one sentence on how to get one
 */
export async function findTestBrowser(): Promise<string> {
  const named = namedBrowser()
  if (named) return named
  try {
    return await unpackFromPackage()
  } catch (error) {
    const ofSystem = systemBrowser()
    if (ofSystem) return ofSystem
    throw error
  }
}

function namedBrowser(): string | undefined {
  const named = process.env['CHROME_PATH']
  if (named && !isProgram(named)) {
    throw new Error(
      `CHROME_PATH names ${named}, which is no program: set it to a Chromium or Chrome, or unset it.`,
    )
  }
  return named || undefined
}

function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  return [
    ...COMMANDS.flatMap(command => folders.map(folder => join(folder, command))),
    ...(process.platform === 'darwin' ? MAC_APPLICATIONS : []),
  ].find(isProgram)
}

async function unpackFromPackage(): Promise<string> {
  try {
    if (`${process.platform}-${process.arch}` !== 'linux-x64')
      throw new Error('The package is for Linux on x64.')
    const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
    const file = await chromium.executablePath()
    if (runs(file)) return file
    // Systems without a browser lack a few shared libraries, which the package contains too.
    const bin = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'))
    setupLambdaEnvironment(join(await inflate(fileURLToPath(new URL('al2023.tar.br', bin))), 'lib'))
    if (runs(file)) return file
    throw new Error('The browser of the package does not run on this system.')
  } catch (cause) {
    throw new Error(
      'No browser was found for the browser tests: install Chromium or Chrome, or set CHROME_PATH to one.',
      { cause },
    )
  }
}

function runs(file: string): boolean {
  return spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
