/**
 * An error of the start that the operator can fix. Its message is one sentence with cause and cure; it is
 * printed without a stack, and the program ends with exit code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
