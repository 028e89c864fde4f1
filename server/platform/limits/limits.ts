import { controlCodeRules } from '#contract/phone/phone.ts'
import { dataArchiveRules } from '#contract/privacy/data-archive.ts'
import type { PlainErrorKey } from '../app-error.ts'

/** One rate limit. docs/limits.md lists all of them; a test compares. */
export type Limit = {
  name: string
  /** What is counted, as docs/limits.md says it. */
  what: string
  /** Key of the counter. An address is counted by its subscriber (`subscriber.ts`). */
  per: string
  /** Most in one window. */
  points: number
  windowS: number
  /**
   * `all` unless said otherwise; `misses`: only what turned out wrong stays counted; `rows`: the rows of the fact itself
   * are counted.
   */
  counts: 'all' | 'misses' | 'rows'
  /** Error key when exceeded; `too_many_requests` when not given. */
  refusal?: PlainErrorKey
  /** From so many on a captcha is asked for; attempts with a solved one are counted apart, up to so many. */
  captcha?: { from: number; upTo: number }
}

const minuteS = 60
const quarterS = 15 * minuteS
const hourS = 60 * minuteS
const dayS = 24 * hourS

/** Every rate limit of the product. */
export const limits = named({
  signInByEmail: {
    what: 'wrong passwords for one e-mail, from browsers that never signed in to it',
    per: 'e-mail',
    points: 10,
    windowS: quarterS,
    counts: 'misses',
    captcha: { from: 5, upTo: 20 },
  },
  signInByAddress: {
    what: 'wrong passwords from such browsers',
    per: 'address',
    points: 50,
    windowS: quarterS,
    counts: 'misses',
    captcha: { from: 25, upTo: 500 },
  },
  signInByBrowser: {
    what: 'wrong passwords in a browser that signed in to the same account before; no other limit of signing in counts them',
    per: 'browser and account',
    points: 10,
    windowS: quarterS,
    counts: 'misses',
  },
  passwordProofs: {
    what: 'wrong present passwords of somebody who is signed in',
    per: 'reader',
    points: 10,
    windowS: quarterS,
    counts: 'misses',
  },
  usernameChecks: {
    what: 'questions whether an e-mail has an account',
    per: 'address',
    points: 30,
    windowS: quarterS,
    captcha: { from: 20, upTo: 300 },
  },
  usernameMisses: {
    what: 'such questions about an e-mail without one',
    per: 'address',
    points: 30,
    windowS: quarterS,
    counts: 'misses',
    captcha: { from: 5, upTo: 300 },
  },
  registrationByEmail: {
    what: 'registrations of one e-mail',
    per: 'e-mail',
    points: 5,
    windowS: hourS,
    captcha: { from: 5, upTo: 10 },
  },
  registrationByAddress: {
    what: 'registrations, also by the account of another provider',
    per: 'address',
    points: 20,
    windowS: hourS,
    captcha: { from: 10, upTo: 200 },
  },
  newPasswordByEmail: {
    what: 'mails with a link for a new password',
    per: 'e-mail',
    points: 3,
    windowS: hourS,
    captcha: { from: 3, upTo: 6 },
  },
  newPasswordByAddress: {
    what: 'such mails that are asked for',
    per: 'address',
    points: 20,
    windowS: hourS,
    captcha: { from: 5, upTo: 200 },
  },
  mailedLinks: {
    what: 'mailed links to sign in or to a password that do not exist, looked at or used',
    per: 'address',
    points: 200,
    windowS: hourS,
    counts: 'misses',
  },
  signInLinksByEmail: {
    what: 'mails with a sign-in link, asked for by browsers that never signed in to it',
    per: 'e-mail',
    points: 5,
    windowS: hourS,
    captcha: { from: 3, upTo: 10 },
  },
  signInLinksByAddress: {
    what: 'such mails that are asked for by such browsers',
    per: 'address',
    points: 50,
    windowS: hourS,
    captcha: { from: 25, upTo: 500 },
  },
  signInLinksByBrowser: {
    what: 'such mails that a browser asks for that signed in to the same account before',
    per: 'browser and account',
    points: 10,
    windowS: hourS,
  },
  // Each link has five tries; this bounds them over all links.
  signInCodes: {
    what: 'wrong codes of sign-in links; the links work all the same',
    per: 'e-mail, or browser and account where it signed in before',
    points: 20,
    windowS: dayS,
    counts: 'misses',
  },
  activationMails: {
    what: 'activation mails that are sent again',
    per: 'reader',
    points: 3,
    windowS: hourS,
    refusal: 'too_many_activation_emails',
  },
  emailChanges: {
    what: 'mails that confirm another e-mail',
    per: 'reader',
    points: 5,
    windowS: hourS,
    refusal: 'too_many_email_changes',
  },
  // Counted by address, whoever asks: strangers cannot flood a mailbox.
  emailChangesByEmail: {
    what: 'such mails to one address',
    per: 'e-mail',
    points: 3,
    windowS: hourS,
    refusal: 'too_many_email_changes',
  },
  providerJourneys: {
    what: 'ways to Google, Facebook or Apple, to sign in or to link',
    per: 'address',
    points: 300,
    windowS: quarterS,
  },
  // A provider's answer serves once (replay protection): the window is its lifetime.
  providerAnswers: {
    what: 'answers that are taken from one such way',
    per: 'way',
    points: 1,
    windowS: quarterS,
    refusal: 'link_failed',
  },
  passkeySignIns: {
    what: 'sign-ins with a passkey, right or wrong',
    per: 'address',
    points: 300,
    windowS: quarterS,
  },
  // A challenge serves once (replay protection): the window is longer than its life.
  passkeyAnswers: {
    what: 'answers to one challenge of a passkey',
    per: 'challenge',
    points: 1,
    windowS: quarterS,
    refusal: 'passkey_failed',
  },
  // Replay protection: no token lives longer than the window.
  handedTokens: {
    what: 'sign-ins by one token that Google handed to a page',
    per: 'token',
    points: 1,
    windowS: hourS,
    refusal: 'sign_in_failed',
  },
  swgCodes: {
    what: 'exchanges of one code of Subscribe with Google',
    per: 'code',
    points: 1,
    windowS: quarterS,
  },
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
  // Many accounts together cannot pester one number.
  controlCodesByNumber: {
    what: 'control codes to one number, whoever asks for them',
    per: 'mobile number',
    points: 20,
    windowS: dayS,
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
  accessInvitations: {
    what: 'invitations of one e-mail to one subscription',
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
})

/** Limits of concurrency; more is refused with 503 and Retry-After. */
export const capacities = {
  passwordHashes: { what: 'passwords that are hashed', atOnce: 2, waiting: 64, retryAfterS: 2 },
  documents: { what: 'PDFs that are drawn', atOnce: 1, waiting: 32, retryAfterS: 5 },
  operations: { what: 'operations of /ops/v1', atOnce: 3, waiting: 60, retryAfterS: 5 },
  // More would use up file handles that other calls need.
  streams: {
    what: 'browsers that listen for flags',
    atOnce: 5000,
    ofOneAddress: 500,
    retryAfterS: 60,
  },
  bodyBytes: {
    what: 'bytes of request bodies above 1 kB, from their beginning to their answer',
    atOnce: 32_000_000,
    ofOneAddress: 12_000_000,
    retryAfterS: 5,
  },
} as const

const units = [
  [dayS, 'day'],
  [hourS, 'hour'],
  [minuteS, 'minute'],
] as const

/** The window of a limit, e.g. `15 minutes`. */
export function windowInWords({ windowS }: Pick<Limit, 'windowS'>): string {
  const [unitS, unit] = units.find(([each]) => windowS % each === 0) ?? [1, 'second']
  return windowS === unitS ? `1 ${unit}` : `${windowS / unitS} ${unit}s`
}

type Line = Omit<Limit, 'name' | 'counts'> & Partial<Pick<Limit, 'counts'>>

function named<Name extends string>(table: Record<Name, Line>): Record<Name, Limit> {
  const lines = Object.entries<Line>(table)
  // The names are those of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    lines.map(([name, limit]) => [name, { name, counts: 'all', ...limit }]),
  ) as Record<Name, Limit>
}
