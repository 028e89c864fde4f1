import { challengeHeaders } from '#contract/storm-shield/storm-shield.ts'
import { type Limit, windowInWords } from '#server/platform/limits/limit.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** One limit as a line of Markdown. */
const line = (limit: Limit): string =>
  `- ${limit.what}: ${limit.points} in ${windowInWords(limit)}, by ${limit.per} (\`${limit.refusal ?? 'too_many_requests'}\`)`

/** Overview of all calls, in Markdown. */
export const overview = `The reader account area of a news publisher and its embedded central login.

**Signing in.** \`POST /login\` and its like answer with cookies: \`ppp\`, \`pps\` and \`ppi\` carry the session of an
hour, \`ppr\` renews it at \`POST /refresh-token\`, once. Calls of a reader need the first three; whoever calls for another
reader's id is refused with \`forbidden\`. Programs of the publisher call \`/ops/v1/…\` with a bearer token and no cookies.

**Origin.** Every write has to name one of the publisher's own origins in the header \`Origin\`, as browsers do, or it is
refused with \`origin_not_allowed\`, whoever sends it; a call that is open to other servers and to mail programs says so.

**Refusals.** A refused call answers JSON with \`errors\`: each has a \`key\`, a \`message\` in the language of
\`Accept-Language\` (Slovak or English, Slovak first) and, where an input is at fault, its \`field\`. Each call lists the
keys that it can answer, by status. Several faults of an input come at once, with the lowest of their statuses.

**Storm shield.** An unusual call is refused with \`storm_shield\` and a \`challenge\`. The very same call is repeated with
\`${challengeHeaders.id}\` and \`${challengeHeaders.answer}\`: a captcha's answer, the password or a code that was mailed.

Every answer bears \`X-Request-Id\`. Bodies of writes hold 100 kB at most where nothing else is said.

**Limits.** What sends, guesses or costs something is counted. Beyond a limit a call answers 429, and \`Retry-After\` says
after how many seconds a repeat makes sense. A captcha gets a person past some of them.

${Object.values<Limit>(limits).map(line).join('\n')}
`
