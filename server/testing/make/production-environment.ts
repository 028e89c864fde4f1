import { exportJWK, generateKeyPair } from 'jose'
import { randomToken } from '#server/platform/secrets.ts'

/** All variables that production needs, of a publisher that is not the demo's; its database is yet to be named. */
export async function productionEnvironment(): Promise<Record<string, string>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    MODE: 'production',
    DATABASE_URL: 'postgres://profil@127.0.0.1:5432/profil',
    PUBLIC_URL: 'https://profil.noviny.sk',
    PUBLISHER_URL: 'https://www.noviny.sk',
    APP_SECRET: randomToken(288),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'profil@noviny.sk',
    HELPDESK_EMAIL: 'pomoc@noviny.sk',
    SERVICES_EMAIL: 'predplatne@noviny.sk',
    FORUM_EMAIL: 'diskusie@noviny.sk',
    SUPPLIER_NAME: 'Noviny, a. s.',
    SUPPLIER_STREET: 'Hlavná 1',
    SUPPLIER_CITY: '040 01 Košice',
    SUPPLIER_COMPANY_ID: '12345678',
    SUPPLIER_TAX_ID: '2021234567',
    SUPPLIER_VAT_ID: 'SK2021234567',
    SUPPLIER_REGISTER: 'Obchodný register Mestského súdu Košice, oddiel Sa, vložka 1/V',
    BANK_IBAN: 'SK89 7500 0000 0000 1234 5671',
    BANK_BENEFICIARY: 'Noviny, a. s.',
    TERMS_URL: 'https://www.noviny.sk/obchodne-podmienky',
    PRIVACY_URL: 'https://www.noviny.sk/ochrana-osobnych-udajov',
    STRIPE_SECRET_KEY: 'sk_live_nobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  }
}
