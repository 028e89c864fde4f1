/** Counts what readers come for: started, completed, refused, failed. */
export { countJourneys, countSettled } from './count-journeys.ts'
