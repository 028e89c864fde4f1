import { afterAll, beforeAll } from 'vitest'

/**
 * Opens something for all tests of the calling file, or of the `describe` around the call, and closes it after the
 * last of them.
 *
 * @param open makes a plain object, e.g. a test app
 * @returns that object, empty until the first `beforeAll`, `beforeEach` or test that follows
 */
export function openForFile<T extends { close: () => unknown }>(open: () => Promise<T>): T {
  // Filled by the first hook, and read by tests only after it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const opened = {} as T
  beforeAll(async () => {
    Object.defineProperties(opened, Object.getOwnPropertyDescriptors(await open()))
  })
  afterAll(async () => {
    await opened.close()
  })
  return opened
}
