/** What failed will fail again: a job that throws it is given up at once, for staff to see. */
export class FinalFailure extends Error {
  override name = 'FinalFailure'
}
