/**
 * Ends the program with exit code 1. What whoever started it can cure is one sentence; a bug is shown whole.
 * The bundle has a StartupError class of its own, so it is known by its name.
 */
export function endWith(error: unknown): never {
  console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
  process.exit(1)
}
