import * as z from 'zod'
import { googleCaptcha, publicTestKey } from '../captcha.ts'
import { demoValues } from '../demo-values.ts'
import { isDemosOwn } from '../production-faults.ts'
import { address, forTheDemo, optional, origins, port, text, withFallback } from '../variable.ts'

const hosts = origins(/^(https?|wss?)$/)
const noCaptcha = 'demo: the demo’s own captcha; otherwise nobody is asked, and only the limits hold'

/** Third-party services on the pages: captcha, live chat, marketing. */
export const outsideVariables = {
  CAPTCHA_PUBLIC_KEY: optional(text, {
    what: 'public key of the captcha',
    more: 'one of reCAPTCHA’s kind (v2, the box to tick), asked for after unusually many tries',
    unset: noCaptcha,
    cure: 'its provider gives it',
    fault: isDemosOwn(demoValues.captchaPublicKey, publicTestKey),
  }),
  CAPTCHA_SECRET_KEY: optional(text, { what: 'its secret key', unset: 'as above' }),
  CAPTCHA_SCRIPT_URL: withFallback(address, googleCaptcha.scriptUrl, {
    what: 'where its script is',
    more: 'pages may load and frame exactly what belongs to the script',
  }),
  CAPTCHA_VERIFY_URL: withFallback(address, googleCaptcha.verifyUrl, {
    what: 'the call that verifies an answer',
  }),
  DEMO_CAPTCHA_PORT: forTheDemo(port, {
    what: 'port of the demo’s captcha',
    more: 'another one when it is taken',
    unset: '`PORT` + 3',
  }),
  CHAT_SCRIPT_URL: optional(address, {
    what: 'script of a live chat',
    more: 'see [docs/chat-and-marketing.md](chat-and-marketing.md)',
    unset: 'demo: the demo’s own; otherwise off',
    example: 'https://chat.example/widget.js',
  }),
  CHAT_HOSTS: optional(hosts, {
    what: 'further hosts that it uses, by commas',
    unset: 'none',
    example: 'https://a.example,wss://b.example',
  }),
  MARKETING_SCRIPT_URL: optional(address, {
    what: 'script of a marketing service, which is fetched for readers who agree',
    unset: 'demo: the demo’s own; otherwise off, and nobody is asked',
    example: 'https://tag.example/tag.js',
  }),
  MARKETING_TOKEN: optional(text, { what: 'the key by which it knows you', unset: 'as above' }),
  MARKETING_NAME: optional(text, {
    what: 'its company, which the question names',
    unset: 'the script’s host',
    example: 'Reklama, s. r. o.',
  }),
  MARKETING_HOSTS: optional(hosts, {
    what: 'further hosts that it uses, by commas',
    unset: 'none',
    example: 'https://a.example,https://b.example',
  }),
  DEMO_OUTSIDE_PORT: forTheDemo(
    {
      schema: z.union([z.literal('off'), port.schema]),
      form: `${port.form}, or off`,
    },
    {
      what: 'port of the demo’s live chat and marketing service',
      more: 'where you configure none; another one when it is taken; `off`: neither',
      unset: '`PORT` + 4',
    },
  ),
} as const
