import type { Operation } from './operation.ts'
import { accessOperations } from './operations/access.ts'
import { accountingOperations } from './operations/accounting.ts'
import { auditOperations } from './operations/audit.ts'
import { banReaderOperations } from './operations/ban-readers.ts'
import { bankTransferOperations } from './operations/bank-transfers.ts'
import { changeReaderOperations } from './operations/change-readers.ts'
import { couponOperations } from './operations/coupons.ts'
import { disputeOperations } from './operations/disputes.ts'
import { ebookOperations } from './operations/ebooks.ts'
import { faqOperations } from './operations/faq.ts'
import { findReaderOperations } from './operations/find-readers.ts'
import { flagOperations } from './operations/flags.ts'
import { forumChangeOperations } from './operations/forum-changes.ts'
import { giftOperations } from './operations/gifts.ts'
import { helpReaderOperations } from './operations/help-readers.ts'
import { jobOperations } from './operations/jobs.ts'
import { knownTroubleOperations } from './operations/known-troubles.ts'
import { layoutOperations } from './operations/layout.ts'
import { loadOperations } from './operations/load.ts'
import { newsletterOperations } from './operations/newsletters.ts'
import { productOperations } from './operations/products.ts'
import { readerMessageOperations } from './operations/reader-messages.ts'
import { refundOperations } from './operations/refunds.ts'
import { renewalOperations } from './operations/renewals.ts'
import { serviceModeOperations } from './operations/service-mode.ts'
import { subscriptionOperations } from './operations/subscriptions.ts'
import { taskOperations } from './operations/tasks.ts'
import { tokenOperations } from './operations/tokens.ts'
import { vatRateOperations } from './operations/vat-rates.ts'

/** All operations for the publisher's people, in the order of the usage text. */
export const operations: readonly Operation[] = [
  ...loadOperations,
  ...flagOperations,
  ...layoutOperations,
  ...faqOperations,
  ...knownTroubleOperations,
  ...serviceModeOperations,
  ...accessOperations,
  ...ebookOperations,
  ...findReaderOperations,
  ...readerMessageOperations,
  ...helpReaderOperations,
  ...changeReaderOperations,
  ...banReaderOperations,
  ...forumChangeOperations,
  ...newsletterOperations,
  ...jobOperations,
  ...taskOperations,
  ...bankTransferOperations,
  ...refundOperations,
  ...disputeOperations,
  ...couponOperations,
  ...giftOperations,
  ...productOperations,
  ...vatRateOperations,
  ...subscriptionOperations,
  ...renewalOperations,
  ...accountingOperations,
  ...auditOperations,
  ...tokenOperations,
]
