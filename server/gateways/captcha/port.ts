export type CaptchaGateway = {
  /**
   * Asks the provider whether a person has given this answer. An answer is good once.
   *
   * @param answer what the widget gave; anything at all may come
   * @param ip address of the caller
   * @returns false as well when the provider cannot be reached or says something else than it should
   */
  verify(answer: string, ip: string): Promise<boolean>
}
