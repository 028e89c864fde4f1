import type { State } from './state.ts'
import { companyStates } from './states/companies.ts'
import { companyDocumentStates } from './states/company-documents.ts'
import { discussionStates } from './states/discussion.ts'
import { familyStates } from './states/family.ts'
import { frameStates } from './states/frame.ts'
import { linkStates } from './states/links.ts'
import { loginStates } from './states/login.ts'
import { newsletterStates } from './states/newsletters.ts'
import { questionStates } from './states/questions.ts'
import { recurrenceStates } from './states/recurrence.ts'
import { refundStates } from './states/refunds.ts'
import { settingsStates } from './states/settings.ts'
import { shopStates } from './states/shop.ts'
import { subscriptionStates } from './states/subscription.ts'
import { withdrawalStates } from './states/withdrawal.ts'

/** Every state of every screen. A new screen or state gets a line in its file. */
export const states: readonly State[] = [
  ...subscriptionStates,
  ...refundStates,
  ...recurrenceStates,
  ...withdrawalStates,
  ...newsletterStates,
  ...settingsStates,
  ...discussionStates,
  ...companyStates,
  ...companyDocumentStates,
  ...familyStates,
  ...questionStates,
  ...linkStates,
  ...loginStates,
  ...shopStates,
  ...frameStates,
]
