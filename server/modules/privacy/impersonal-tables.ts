/** Tables without personal data. Their columns are listed all the same, so that a new one is considered. */
export const impersonalTables: Readonly<Record<string, string>> = {
  operator_tokens: 'id name hash scopes created_at created_by expires_at revoked_at last_used_at',
  planned_prices: 'product_code from_day price_cents print_cents applied_at former_cents',
  vat_rates: 'kind from_day percent',
  coupon_batches: 'id name kind product_code size expires_at created_at voided_at',
  retention_runs: 'table_name done_on',
  clock_offset: 'id offset_ms',
  renewal_holds: 'id held_at missed released_at',
  service_mode: 'only name since until',
  installation: 'only id created_at',
  failed_items: 'task item first_at last_at tries reason next_at',
  document_counters: 'kind year last',
  faq_answers:
    'slug category_code order question_sk question_en answer_sk answer_en asked_sk asked_en related act',
  known_troubles: 'code title_sk title_en text_sk text_en link access since until',
  faq_categories: 'code title_sk title_en order',
  feature_flags: 'key definition',
  feature_parts: 'kind key definition',
  // By experiment groups that many readers share.
  experiment_results: 'experiment_key variation_id split_test_group variation_key views first_at last_at',
  followables: 'id kind code name_sk name_en detail_sk detail_en sort_sk sort_en search_text search_words',
  layout_blocks: 'block locale items',
  newsletter_leaving_reasons: 'id newsletter_codes reason text told_at',
  newsletters:
    'code id category order title_sk title_en description_sk description_en frequency_sk frequency_en sample_path locked',
  products:
    'code group audience price_cents print_cents currency length access device_limit seats renews_into name_sk name_en sold',
  forum_topics: 'id code title state active_at',
  storm_shield_proofs: 'challenge_hash expires_at',
  // Whose it was is told by the payment.
  withdrawals: 'id payment_id refund_id received_at by',
  // The same.
  disputes: 'id payment_id gateway_reference reason amount_cents state respond_by opened_at closed_at',
  // HMACs that expire by themselves.
  rate_limits: 'key points expire',
  // Mails and messages in the demo's mailbox and phone.
  demo_load: 'id started_at finished_at',
  demo_mails: 'id to subject text html sent_at',
  demo_texts: 'id message_id to text sent_at',
}
