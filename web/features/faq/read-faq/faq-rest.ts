/** What /faq shows once the answers are there; it comes with what every page gets after its paint. */
export { SearchOutcome } from './search-outcome.tsx'
export { UnfoldedAnswer } from './unfolded-answer.tsx'
