/** A permanent failure: a job that throws it is not retried, and staff see it. */
export class FinalFailure extends Error {
  override name = 'FinalFailure'
}
