import { RuntimeConfig } from '../config/runtime-config.ts'

const origin = 'https://profil.example.com'
/** For tests: a whole runtime configuration. */
export const exampleConfig = RuntimeConfig.parse({
  environment: 'production',
  version: '1.0.0',
  domain: 'example.com',
  captcha_public_key: null,
  marketing_token: null,
  stop_recurrence_survey_id: 'stop',
  stop_recurrence_upgrade_survey_id: 'upgrade',
  hosts: Object.fromEntries(Object.keys(RuntimeConfig.shape.hosts.shape).map(host => [host, origin])),
  services_email: 'sluzby@example.com',
  login_url: `${origin}/login`,
  login_cookie_name: 'ppi',
  helpdesk_email: 'pomoc@example.com',
  forum_email: 'forum@example.com',
  image_path_pattern: '/{id}.jpg',
  features_client_key: null,
  experiment_results_url: null,
  error_reporting: { dsn: null, sample_rate: 1 },
})
