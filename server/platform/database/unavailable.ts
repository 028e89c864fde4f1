/** An outside service could not be reached or did not answer: a transient error, retried by its caller. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}
