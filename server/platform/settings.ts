import type { RuntimeConfig } from '#contract/config/runtime-config.ts'

/** A script of another company's for pages of the account area, and the origins that it may use there. */
export type OutsideScript = { scriptUrl: string; hosts: readonly string[] }

/** What modules may know of the configuration; server/config/config.ts makes it from the environment. */
export type Settings = {
  mode: 'demo' | 'production'
  version: string
  /** `off`: this process answers, and neither charges nor sends anything; what it would do stays queued. */
  background: 'on' | 'off'
  /** Origins of the sites; one and the same unless configured apart. */
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
  /** Origins from which writes are taken and to which `url=` may lead. */
  trustedOrigins: readonly string[]
  /** Domain of the cookies; empty when they belong to the answering host only. */
  cookieDomain: string
  /** Cookies travel over https only. */
  secureCookies: boolean
  /** Keys tokens that leave the house and come back. */
  appSecret: string
  /** Private key (JWK, ES256) that signs session tokens. */
  tokenSigningKey: string
  /** A JSON list of keys that signed them before, which is how the key is changed without ending sessions. */
  tokenFormerKeys: string | undefined
  /** Colours of the button in mails, and the logo above them; null: none of either. */
  mailLook: { accent: string; accentInk: string; logoUrl: string | null } | null
  /** Nicknames that readers would take for the publisher's own people; one that looks alike is refused too. */
  reservedNicknames: readonly string[]
  emails: { from: string; helpdesk: string; services: string; forum: string }
  /** Whether there is somebody who sends text messages. */
  canSendSms: boolean
  /** When more renewals than this are overdue by more than two days, none is charged until a person says so. */
  overdueRenewalsLimit: number
  /** Whether a period ends when its whole payment is given back; otherwise it runs out. */
  refundEndsAccess: boolean
  /** Who takes cards. */
  gateway: 'demo' | 'stripe'
  /** Account to which readers send transfers. */
  bank: { iban: string; beneficiary: string }
  captchaPublicKey: string | null
  /** Where its script is, and what a page must be let load and frame for it. */
  captcha: { scriptUrl: string; scripts: readonly string[]; frames: readonly string[] }
  /** The header in which the proxies tell the country that a request comes from. */
  countryHeader: string | null
  /** Live chat with the publisher's people; null where there is none. */
  chat: OutsideScript | null
  /** A marketing service and the token by which it knows the publisher; null where there is none. */
  marketing: OutsideScript | null
  marketingToken: string | null
  /** Names this site to the flag service; null when there are no flags. */
  featuresClientKey: string | null
  /** Where browsers say which variation of an experiment they showed. */
  experimentResultsUrl: string | null
  /** Name of this installation, e.g. `staging`; `local` on a developer's machine. */
  environment: string
  /** What a reader of the figures bears; null: nobody reads them outside the demo. */
  metricsToken: string | null
  /** Where errors are reported; null where they are not (R7.18). */
  errorReportingDsn: string | null
  imagePathPattern: string
  /** What our footer leaves to the publisher's own. */
  footerWithout: readonly ('help' | 'accessibility')[]
  surveys: { stop: string; stopUpgrade: string }
  /** Who sells, as it stands on receipts and invoices. */
  supplier: {
    name: string
    street: string
    city: string
    companyId: string
    taxId: string
    vatId: string
    register: string
  }
}
