import type { FastifyInstance, FastifyRequest } from 'fastify'
import { documentsTokenStart, switchDocuments } from '#contract/companies/company-documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { activateAccount, setNewPassword } from '#contract/identity/central-login.ts'
import { confirmEmailChange, takeBackEmail } from '#contract/identity/change-email.ts'
import { confirmSignups } from '#contract/newsletters/mailed-links.ts'
import { unsubscribe } from '#contract/newsletters/unsubscribe.ts'
import { routes } from '#contract/routes.ts'
import { AppError } from '../platform/app-error.ts'
import type { Settings } from '../platform/settings.ts'

/** What the link of a mail does without scripts, by one button or by a new password. */
export type Act = {
  /** Its texts in locales/<language>/rendered.json are named so. */
  name: 'sign_off' | 'documents' | 'sign_up' | 'change_email' | 'activate' | 'new_password' | 'take_back'
  does: Endpoint
  body?: object
  choosesPassword?: true
  /** Its page tells no origin. Whoever has the link may press its button from anywhere: no reader's session is begun or used. */
  anyOrigin?: true
}

const signOff: Act = {
  name: 'sign_off',
  does: unsubscribe,
  body: { 'List-Unsubscribe': 'One-Click' },
  anyOrigin: true,
}
const documents: Act = { name: 'documents', does: switchDocuments, body: { stopped: true } }

const acts: Readonly<Record<string, Act>> = {
  [routes.unsubscribe.path]: signOff,
  [routes.newsletter_link.path]: { name: 'sign_up', does: confirmSignups, anyOrigin: true },
  [confirmEmailChange.path]: { name: 'change_email', does: confirmEmailChange },
  [activateAccount.path]: { name: 'activate', does: activateAccount, choosesPassword: true },
  [setNewPassword.path]: { name: 'new_password', does: setNewPassword, choosesPassword: true },
  [takeBackEmail.path]: { name: 'take_back', does: takeBackEmail, choosesPassword: true },
}

/** In the path of a mailed link. */
const tokenOf = ({ params }: FastifyRequest): string => textIn(params, 'token')

/** A parsed part of a request has no prototype. */
const textIn = (part: unknown, name: string): string => {
  const value: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * What a mailed link does.
 *
 * @param path of its page
 * @returns undefined where a page has no form
 */
export function actOf(request: FastifyRequest, path = request.routeOptions.url ?? ''): Act | undefined {
  const act = acts[path]
  return act === signOff && tokenOf(request).startsWith(documentsTokenStart) ? documents : act
}

/** The query of a page. */
export const queryOf = (request: FastifyRequest) => new URL(request.url, 'http://page').searchParams

/** Where the forms come within the program: a page's own address cannot be told from that of the call of its link. */
const formsPath = '/without-scripts'

/** Leads what a form sends to its page, `?form`, to the form's route. The token is so not written into any document. */
export const addressOfForm = (method: string | undefined, url: string): string =>
  method === 'POST' && /\?form\b/.test(url) ? formsPath + url : url

/** Whether a path takes a form, which comes to the host of its page. */
export const takesForm = (path: string): boolean => path.startsWith(`${formsPath}/`)

/**
 * Takes the forms of mailed links that are sent without scripts (R16.04): each is the same call that the page makes with
 * them, sent on within the program, and its browser is led back to the page, which says how it ended.
 */
export function takeForms(app: FastifyInstance, settings: Pick<Settings, 'origins' | 'countryHeader'>): void {
  const { login } = settings.origins
  for (const [path, { anyOrigin = false }] of Object.entries(acts)) {
    app.post(formsPath + path, { schema: { hide: true }, config: { anyOrigin } }, async (request, reply) => {
      const act = actOf(request, path)
      if (!act) throw new AppError('not_found')
      const { cookie = '', 'user-agent': userAgent = '' } = request.headers
      const { countryHeader } = settings
      const country = countryHeader === null ? undefined : request.headers[countryHeader]
      const answer = await app.inject({
        method: act.does.method,
        url: fill(act.does, request),
        headers: {
          host: new URL(login).host,
          origin: login,
          cookie,
          'user-agent': userAgent,
          // By it later sign-ins are compared.
          ...(countryHeader !== null && country !== undefined && { [countryHeader]: country }),
        },
        remoteAddress: request.ip,
        payload: act.choosesPassword
          ? { plain_password: textIn(request.body, 'plain_password') }
          : (act.body ?? {}),
      })
      const query = queryOf(request)
      for (const name of ['form', 'outcome', 'refused']) query.delete(name)
      if (answer.statusCode < 300) query.set('outcome', 'done')
      else query.set('refused', keyIn(answer.body))
      const cookies = answer.headers['set-cookie']
      if (cookies !== undefined) reply.header('set-cookie', cookies)
      return reply.redirect(`?${query.toString()}`, 303)
    })
  }
}

/** Address of a call, for the token of a page. */
export const fill = ({ path }: Endpoint, request: FastifyRequest): string =>
  path.replace(/:token|:code/, encodeURIComponent(tokenOf(request)))

/** The first refusal of an answer. */
function keyIn(body: string): string {
  const [, key = ''] = /"key":"(\w+)"/.exec(body) ?? []
  return key
}
