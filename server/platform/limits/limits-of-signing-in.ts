import { dayS, hourS, type LimitLine, minuteS } from './limit.ts'

const quarterS = 15 * minuteS

/** Limits of signing in and of the account itself. */
export const limitsOfSigningIn = {
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
  usernameChecksByBrowser: {
    what: 'such questions in a browser that signed in to that account before; no other limit counts them',
    per: 'browser and account',
    points: 30,
    windowS: quarterS,
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
  // Replay protection: a token is taken for an hour and the tolerated clock skew (google-tokens.ts), the window is longer.
  handedTokens: {
    what: 'sign-ins by one token that Google handed to a page',
    per: 'token',
    points: 1,
    windowS: 2 * hourS,
    refusal: 'sign_in_failed',
  },
  swgCodes: {
    what: 'exchanges of one code of Subscribe with Google',
    per: 'code',
    points: 1,
    windowS: quarterS,
  },
} satisfies Record<string, LimitLine>
