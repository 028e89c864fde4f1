import { controlCodeRules } from '#contract/phone/phone.ts'
import { dataArchiveRules } from '#contract/privacy/data-archive.ts'
import { dayS, hourS, type LimitLine, minuteS } from './limit.ts'

/** Limits of what readers, visitors and operators do besides signing in. */
export const limitsOfUse = {
  controlCodeTries: {
    what: 'wrong tries of one control code',
    per: 'code',
    points: controlCodeRules.tries,
    windowS: controlCodeRules.lifeMinutes * minuteS,
    counts: 'rows',
    refusal: 'control_code_expired',
  },
  controlCodesAnHour: {
    what: 'control codes of one kind',
    per: 'reader',
    points: controlCodeRules.sendsAnHour,
    windowS: hourS,
    counts: 'rows',
    refusal: 'too_many_codes',
  },
  controlCodesADay: {
    what: 'control codes of one kind',
    per: 'reader',
    points: controlCodeRules.sendsADay,
    windowS: dayS,
    counts: 'rows',
    refusal: 'too_many_codes',
  },
  // Many accounts together cannot pester one number; what their own limits refuse keeps its owner out of nothing.
  controlCodesByNumber: {
    what: 'control codes to one number, whoever asks for them',
    per: 'mobile number',
    points: 20,
    windowS: dayS,
    counts: 'done',
    refusal: 'too_many_codes',
  },
  codesByReader: {
    what: 'activation codes that do not exist',
    per: 'reader',
    points: 10,
    windowS: hourS,
    counts: 'misses',
    refusal: 'too_many_coupon_attempts',
  },
  codesByAddress: {
    what: 'such codes, and links of gifts that do not exist',
    per: 'address',
    points: 200,
    windowS: hourS,
    counts: 'misses',
    refusal: 'too_many_coupon_attempts_nearby',
  },
  giftMails: {
    what: 'mails with the link of one gift',
    per: 'gift',
    points: 10,
    windowS: dayS,
    refusal: 'too_many_gift_mails',
  },
  accessLinkMails: {
    what: 'mails with the link of one access',
    per: 'access',
    points: 5,
    windowS: hourS,
    refusal: 'too_many_access_mails',
  },
  // Also when its access is given and ended repeatedly.
  familyRequests: {
    what: 'family requests for one e-mail and one subscription',
    per: 'e-mail and subscription',
    points: 5,
    windowS: dayS,
    counts: 'rows',
    refusal: 'too_many_access_mails',
  },
  documentRecipients: {
    what: 'addresses that documents are to be mailed to',
    per: 'reader',
    points: 20,
    windowS: dayS,
    refusal: 'too_many_document_recipients',
  },
  // Also when it is named and removed repeatedly, by whichever administrator.
  documentRecipientsByEmail: {
    what: 'times that one e-mail is named for documents',
    per: 'e-mail',
    points: 5,
    windowS: dayS,
    refusal: 'too_many_document_recipients',
  },
  newsletterMailsByEmail: {
    what: 'mails with a link to confirm or manage newsletters',
    per: 'e-mail',
    points: 3,
    windowS: hourS,
    refusal: 'too_many_newsletter_emails',
  },
  newsletterMailsByAddress: {
    what: 'such mails that are asked for',
    per: 'address',
    points: 20,
    windowS: hourS,
    captcha: { from: 5, upTo: 200 },
  },
  leavingReasons: {
    what: 'reasons for leaving a newsletter',
    per: 'recipient',
    points: 3,
    windowS: dayS,
  },
  // More than anybody buys: stops tests of stolen cards.
  orders: { what: 'orders', per: 'reader', points: 120, windowS: hourS },
  withdrawals: { what: 'withdrawals from a contract', per: 'reader', points: 60, windowS: hourS },
  withdrawalsByEmail: {
    what: 'withdrawals by the number of an order',
    per: 'e-mail',
    points: 5,
    windowS: dayS,
    captcha: { from: 5, upTo: 10 },
  },
  withdrawalsByAddress: {
    what: 'such withdrawals',
    per: 'address',
    points: 20,
    windowS: hourS,
    captcha: { from: 10, upTo: 200 },
  },
  cardChanges: { what: 'changes of the card', per: 'reader', points: 60, windowS: hourS },
  // A reader waits behind at most so many.
  documents: {
    what: 'receipts and invoices as PDF',
    per: 'reader',
    points: 30,
    windowS: 5 * minuteS,
  },
  // Each may have some thousand PDFs.
  documentArchives: {
    what: 'archives of a year of documents',
    per: 'reader',
    points: 5,
    windowS: hourS,
  },
  // While one is made or can be downloaded, no other is made.
  dataArchives: {
    what: 'archives of everything that is held about a reader; a further request gets the same one',
    per: 'reader',
    points: 1,
    windowS: dataArchiveRules.lifeDays * dayS,
    counts: 'rows',
  },
  dataArchiveDownloads: {
    what: 'downloads of such an archive',
    per: 'reader',
    points: 10,
    windowS: hourS,
  },
  // Faster than anybody writes.
  forumPosts: {
    what: 'posts in discussions',
    per: 'reader',
    points: 10,
    windowS: minuteS,
  },
  // Enough to find a free nickname, too few to enumerate taken ones.
  forumWishes: {
    what: 'wishes for a nickname or a blog',
    per: 'reader',
    points: 30,
    windowS: hourS,
  },
  experimentResults: {
    what: 'reports of a variation that was shown',
    per: 'address',
    points: 600,
    windowS: hourS,
  },
  helpByEmail: {
    what: 'messages to the help desk from one e-mail',
    per: 'e-mail',
    points: 5,
    windowS: dayS,
    captcha: { from: 5, upTo: 10 },
  },
  helpByAddress: {
    what: 'such messages',
    per: 'address',
    points: 20,
    windowS: hourS,
    captcha: { from: 5, upTo: 200 },
  },
  faqUses: {
    what: 'reports of how the frequently asked questions were used',
    per: 'address',
    points: 60,
    windowS: hourS,
  },
  // Room for a program that works through a list, not for one that loops.
  operatorCalls: {
    what: 'calls of /ops/v1',
    per: 'operator’s token',
    points: 600,
    windowS: minuteS,
  },
  unknownOperatorTokens: {
    what: 'calls of /ops/v1 with a token that is not known; a known one is taken all the same',
    per: 'address',
    points: 20,
    windowS: 10 * minuteS,
  },
} satisfies Record<string, LimitLine>
