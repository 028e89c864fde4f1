/** Where payment gateways send their signed messages. They send no `Origin`: the signature proves who they are. */
export const webhooksPath = '/webhooks/payments/:gateway'
