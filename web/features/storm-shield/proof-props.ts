/** Props of each challenge's form. */
export type ProofProps = {
  onAnswer: (answer: string) => void
  onGiveUp: () => void
}
