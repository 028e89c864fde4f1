export { default as NewsletterLinkPage } from './newsletter-link-page.tsx'
export { default as NewslettersPage } from './newsletters-page.tsx'
export { default as UnsubscribePage } from './unsubscribe-page.tsx'
