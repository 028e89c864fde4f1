/** Key of the first error of an answer; undefined where there is none. */
export const keyOf = (answer: { json: () => unknown }): string | undefined =>
  (answer.json() as { errors?: { key: string }[] }).errors?.[0]?.key
