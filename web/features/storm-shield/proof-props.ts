/** What each form of a proof is given. */
export type ProofProps = {
  onAnswer: (answer: string) => void
  onGiveUp: () => void
}
