import type { SmsGateway } from './port.ts'

const timeoutMs = 10_000

/**
 * Text messages over HTTP, by a call that every provider's bridge can answer: POST of `{"id", "to", "text"}` as JSON,
 * with the id as `Idempotency-Key` too. Any 2xx means that the message was taken.
 *
 * @param url address of the provider or of the bridge to it
 * @param token sent as a bearer token, when there is one
 */
export function httpSmsGateway(url: string, token: string | undefined): SmsGateway {
  return {
    send: async sms => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': sms.id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(sms),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // The response's body is not logged: it may quote the message.
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}`)
    },
  }
}
