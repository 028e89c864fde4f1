/** What the first step does not need: forms, with the schemas that check them. */
export { OfferStep } from './offer-step.tsx'
export { SurveyStep } from './survey-step.tsx'
