export type CaptchaGateway = {
  /**
   * Verifies a captcha answer at the provider. Single use.
   *
   * @param answer answer of the widget, untrusted
   * @param ip address of the caller
   * @returns false also when the provider is unreachable or its response is invalid (fails closed)
   */
  verify(answer: string, ip: string): Promise<boolean>
}
