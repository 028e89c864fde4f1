/**
 * What stops the start and can be cured by whoever started the program. Its message is one sentence that names the
 * cause and the cure; it is printed alone, without a stack, and the program ends with exit code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
