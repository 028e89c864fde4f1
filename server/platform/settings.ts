import type { RuntimeConfig } from '#contract/config/runtime-config.ts'

/** A third-party script for pages of the account area, and the origins that it may use. */
export type OutsideScript = { scriptUrl: string; hosts: readonly string[] }

/** A publisher's terms as a mail attaches them; `ending` is that of the file's name. */
type TermsFile = { ending: 'pdf' | 'txt'; content: Uint8Array }

/**
 * The part of the configuration that modules may read; server/config/config.ts makes it from the environment.
 */
export type Settings = {
  mode: 'demo' | 'production'
  version: string
  /** `off`: this process answers requests, and neither charges nor sends anything; jobs stay queued. */
  background: 'on' | 'off'
  /** Origins of the sites; all the same unless configured apart. */
  origins: {
    account: string
    login: string
    content: string
    features: string
    store: string
    publisher: string
  }
  /** Origins of the publisher's other systems, told to the browser in /config.json. */
  otherHosts: Pick<
    RuntimeConfig['hosts'],
    'forum' | 'blog' | 'mailer' | 'crm' | 'notifications' | 'image_management'
  >
  /** Where links to the shop lead: the embedded one, or a site of the publisher's own. */
  storeUrl: string
  /** Other sites of the publisher, whose pages call the API as the reader. */
  siteOrigins: readonly string[]
  /** Origins from which writes are accepted (CSRF); `url=` may lead to these and to `returnOrigins` (open redirect). */
  trustedOrigins: readonly string[]
  /** Domain of the cookies; empty for host-only cookies. */
  cookieDomain: string
  /** Domain that passkeys belong to (RP ID); null where an IP address serves, which can have none. */
  passkeyDomain: string | null
  /** The `Secure` attribute of cookies. */
  secureCookies: boolean
  /** Signs tokens that are sent out and come back, and keys digests. */
  appSecret: string
  /** Private key (JWK, ES256) that signs session tokens. */
  tokenSigningKey: string
  /** JSON list of former keys or their public halves, for key rotation without ending sessions. */
  tokenFormerKeys: string | undefined
  /** Colours of the button in mails, and the logo above them; null: none of either. */
  mailLook: { accent: string; accentInk: string; logoUrl: string | null } | null
  /** Nicknames that could be taken for the publisher's staff; lookalikes are refused too. */
  reservedNicknames: readonly string[]
  emails: { from: string; helpdesk: string; services: string; forum: string }
  helpDesk: {
    /** Its telephone, and the hours of its people: weekdays from Monday as 1, minutes from midnight in Bratislava. */
    phone: {
      number: string
      hours: { firstDay: number; lastDay: number; fromMinute: number; toMinute: number }
    } | null
    /** Within how many hours it answers. */
    answerHours: number
  }
  /** Where readers find what is unlocked. */
  unlockedUrls: NonNullable<RuntimeConfig['unlocked_urls']>
  /** Whether a gateway for text messages is configured. */
  canSendSms: boolean
  /**
   * Circuit breaker: when more renewals than this are overdue by more than two days, none is charged until an
   * operator confirms.
   */
  overdueRenewalsLimit: number
  /** How many pauses of renewals a reader may begin within a year. */
  pausesAYear: number
  /** Whether a period ends when its whole payment is given back; otherwise it runs out. */
  refundEndsAccess: boolean
  /** Whether a period ends when the bank takes its whole payment back; otherwise it runs out. */
  disputeEndsAccess: boolean
  gateway: 'demo' | 'stripe'
  /** Account to which readers send transfers. */
  bank: { iban: string; beneficiary: string }
  captchaPublicKey: string | null
  /** Address of its script, and the sources that the content security policy allows for it. */
  captcha: { scriptUrl: string; scripts: readonly string[]; frames: readonly string[] }
  /** Header in which the proxies pass the country of a request (geolocation). */
  countryHeader: string | null
  /** Live chat with the publisher's people; null where there is none. */
  chat: OutsideScript | null
  /** A marketing service and the token by which it knows the publisher; null where there is none. */
  marketing: OutsideScript | null
  marketingToken: string | null
  /** Its company, as readers are asked; null: the script's host is named. */
  marketingName: string | null
  /** Client key of the feature-flag service; null without flags. */
  featuresClientKey: string | null
  /** Where browsers send which variation of an experiment they showed. */
  experimentResultsUrl: string | null
  /** Name of this installation, e.g. `staging`; `local` on a developer's machine. */
  environment: string
  /** Bearer token for the metrics; null: not served outside the demo. */
  metricsToken: string | null
  /** Where errors are reported; null where they are not (R7.18). */
  errorReportingDsn: string | null
  imagePathPattern: string
  /** Links that our footer leaves to the publisher's own. */
  footerWithout: readonly ('help' | 'accessibility')[]
  /** Codes of the plans that the shop compares, from the smallest. */
  shopPlans: readonly string[]
  surveys: { stop: string; stopUpgrade: string }
  /** Terms and privacy notice that an order agrees to, and their version. */
  terms: {
    version: string
    termsUrl: string
    privacyUrl: string
    /** The terms as files by language, where the brand has them. */
    files: { sk?: TermsFile | undefined; en?: TermsFile | undefined }
  }
  /** Whether orders with an invoice address or a VAT number of another country are taken. */
  sellsAbroad: boolean
  /** The seller on receipts and invoices. */
  supplier: {
    name: string
    street: string
    zip: string | null
    city: string
    country: string
    companyId: string
    taxId: string
    vatId: string
    register: string
    iban: string
    endpointScheme: string
  }
}
