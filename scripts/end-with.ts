/**
 * Ends the program with exit code 1. A StartupError is printed as one sentence, a bug with its stack. The
 * bundle has its own StartupError class, so it is recognised by name.
 */
export function endWith(error: unknown): never {
  console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
  process.exit(1)
}
