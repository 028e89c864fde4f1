import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SubscriptionGroup } from '../subscriptions/subscriptions.ts'
import { Day, Email, freeLine, Instant, UserParams, usersPath } from '../wire.ts'

const own = { tag: 'Companies and families', access: 'reader' } as const

/** Most addresses in one call. */
export const mostLines = 500

/** Most accesses in one page of their list, and most that are changed by one call. */
export const mostListed = 500
export const mostChanged = 100

/** Lifetime of the link to an access, in days. */
export const accessLinkDays = 30

/** A subscription whose seats the reader gives to others, with its renewed periods. */
export const SharedSubscription = z.object({
  subscription_id: z.int(),
  kind: z.enum(['company', 'family']),
  /** Name of the company, when it is known. */
  name: z.nullable(z.string()),
  group: SubscriptionGroup,
  type: z.object({ code: z.string(), name: z.string() }),
  state: z.enum(['active', 'future', 'inactive']),
  period: z.object({ from: Instant, to: Instant }),
  seats: z.int(),
  /** Accesses that are waiting or active. */
  used: z.int(),
})
export type SharedSubscription = z.infer<typeof SharedSubscription>

/** `ending`: still read by, till the end of the period that was paid for; a smaller package follows (decision 017). */
export const accessStates = ['waiting', 'active', 'ending', 'deactivated'] as const

/**
 * Orders of the list: by address, those that take a seat first; by state; by the last reading, the latest first, or those
 * who have read nothing for longest first.
 */
export const accessSorts = ['email', 'state', 'last_used', 'unused'] as const

/** One access (R3.09). */
export const Access = z.object({
  id: z.int(),
  /** E-mail that it was given to. */
  email: z.string(),
  /** E-mail of the account that took it, which may be another one; null while not taken. */
  reader_email: z.nullable(z.string()),
  /** Whether its data were erased: it belongs to nobody, and is given back to nobody. */
  erased: z.boolean(),
  state: z.enum(accessStates),
  invited_at: Instant,
  /** When it was taken, also of a deactivated one; null when it never was. */
  active_from: z.nullable(Instant),
  /** Of one that is ending, when it will be. */
  deactivated_at: z.nullable(Instant),
  /** Link that takes the access, while it is waiting and the link is valid. */
  activation_url: z.nullable(z.string()),
  link_sent_at: z.nullable(Instant),
  /** The first instant at which the link no longer works. */
  link_expires_at: Instant,
  /** Day of the last reading by it, in lists only. */
  last_used_on: z.nullable(Day),
})
export type Access = z.infer<typeof Access>

const Seats = { seats: z.int(), used: z.int() }

/** Malformed, unknown and other readers' ids get the same refusal (R6.02). */
export const SharedId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'forbidden')),
  z.transform(text => Number(text)),
)
export const SharedParams = z.extend(UserParams, { subscriptionId: SharedId })
const AccessParams = z.extend(SharedParams, { id: SharedId })

const accessesPath = `${usersPath}/companies/:subscriptionId/accesses` as const

export const listSharedSubscriptions = endpoint({
  ...own,
  method: 'GET',
  path: `${usersPath}/companies`,
  summary: 'Subscriptions of companies and families that the reader manages, running ones first',
  params: UserParams,
  success: { status: 200, body: z.object({ items: z.array(SharedSubscription) }) },
})

export const listAccesses = endpoint({
  ...own,
  method: 'GET',
  path: accessesPath,
  summary: 'Accesses of one subscription in pages, searched and sorted, for its administrator only',
  params: SharedParams,
  query: z.object({
    limit: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,3}$/, 'digits_only')),
        z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(mostListed))),
      ),
    ),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'invalid_input'))),
    /** Each of its words stands in the address or in that of the account; capitals and accents do not matter. */
    q: z.optional(freeLine(100)),
    state: z.optional(z.enum(accessStates)),
    sort: z.optional(z.enum(accessSorts)),
  }),
  success: {
    status: 200,
    body: z.object({
      ...Seats,
      /** Whether the administrator has one of them. */
      has_own: z.boolean(),
      /** All of the subscription, by state. */
      counts: z.object({ waiting: z.int(), active: z.int(), ending: z.int(), deactivated: z.int() }),
      /** How many match. */
      total: z.int(),
      items: z.array(Access),
      next_cursor: z.nullable(z.string()),
    }),
  },
})

/** Result for one address of the list. */
export const AddedAccess = z.object({
  /** Its number, from 1; of a file, its line. */
  line: z.int(),
  /** As it was given. */
  email: z.string(),
  access: z.nullable(Access),
  /** Why it was not added. */
  error: z.nullable(z.object({ key: z.string(), message: z.string() })),
})
export type AddedAccess = z.infer<typeof AddedAccess>

export const addAccesses = endpoint({
  ...own,
  method: 'POST',
  path: accessesPath,
  confirmedOnly: 'account_not_confirmed',
  summary:
    'Give accesses to one address or to many, also as text/csv with a column of e-mails. Each address of many has its own result',
  params: SharedParams,
  bodyType: 'json_or_csv',
  body: z
    .strictObject({
      email: z.optional(Email),
      emails: z.optional(
        z.array(z.string().check(z.maxLength(1000, 'max_length'))).check(
          z.minLength(1, 'required'),
          // Empty lines are skipped, but keep the numbering of the others.
          z.refine(emails => emails.filter(each => each.trim() !== '').length <= mostLines, {
            error: 'company_too_many_lines',
            params: { max: mostLines },
          }),
        ),
      ),
      /** Whether the links are mailed at once; true when not given. */
      send_links: z.optional(z.boolean()),
    })
    .check(
      z.refine(body => body.email !== undefined || body.emails !== undefined, {
        error: 'required',
        path: ['email'],
      }),
      z.refine(body => body.email === undefined || body.emails === undefined, {
        error: 'email_or_emails',
        path: ['emails'],
      }),
    ),
  success: { status: 201, body: z.object({ ...Seats, results: z.array(AddedAccess) }) },
  refusals: [
    'company_seats_used_up',
    'company_access_exists',
    'company_own_access',
    'company_subscription_ended',
    'company_too_many_lines',
    'company_csv_without_emails',
    'company_csv_is_spreadsheet',
    'company_csv_not_text',
    'too_many_access_mails',
    'user_anonymization_pending',
  ],
})

const change = { ...own, method: 'POST', params: AccessParams } as const

export const activateAccess = endpoint({
  ...change,
  path: `${accessesPath}/:id/activate`,
  confirmedOnly: 'account_not_confirmed',
  summary:
    'Give an access that is deactivated or ending back to whom it belonged; another one is left as it is',
  success: { status: 200, body: Access },
  refusals: [
    'company_seats_used_up',
    'company_access_exists',
    'company_subscription_ended',
    'user_not_found',
  ],
})

export const deactivateAccess = endpoint({
  ...change,
  path: `${accessesPath}/:id/deactivate`,
  summary: 'End an access and its link at once; its place is free for another',
  success: { status: 200, body: Access },
})

export const sendAccessLink = endpoint({
  ...change,
  path: `${accessesPath}/:id/send-link`,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Mail the link of an access that waits; an expired link is replaced by a new one',
  success: { status: 200, body: Access },
  refusals: ['company_access_not_waiting', 'company_subscription_ended', 'too_many_access_mails'],
})

/** Result for one of the accesses that were to be changed. */
export const ChangedAccess = z.object({
  id: z.int(),
  /** Why it was not changed. */
  error: z.nullable(z.object({ key: z.string(), message: z.string() })),
})

export const changeAccesses = endpoint({
  ...own,
  method: 'POST',
  path: `${accessesPath}/changes`,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Do the same with many accesses; each is tried alone and has its own result',
  params: SharedParams,
  body: z.strictObject({
    act: z.enum(['send_link', 'deactivate', 'activate']),
    ids: z
      .array(z.int().check(z.gte(1), z.lte(999_999_999)))
      .check(z.minLength(1, 'required'), z.maxLength(mostChanged, 'company_too_many_lines')),
  }),
  success: { status: 200, body: z.object({ results: z.array(ChangedAccess) }) },
  refusals: ['company_too_many_lines'],
})
