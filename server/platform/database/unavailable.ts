/** What is outside was not reached or did not answer: no fault of what was asked, which is asked again. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}
