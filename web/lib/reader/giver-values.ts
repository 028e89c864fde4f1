/**
 * Values of a text that names who gives an access or a gift.
 *
 * @param from null or empty where there is no name to tell, e.g. since the giver's account was erased
 */
export const giverValues = (from: string | null) =>
  ({ hasFrom: from ? 'yes' : 'no', from: from ?? '' }) as const
