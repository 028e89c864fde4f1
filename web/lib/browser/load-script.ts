const timeoutMs = 15_000

/**
 * Loads a third-party script.
 *
 * @param attributes `data-` ones, which the script reads
 * @throws Error when it fails or times out (15 s); its element is then removed
 */
export function loadScript(address: string, attributes: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The script of ${new URL(address).host} did not arrive`))
    }
    const timer = setTimeout(fail, timeoutMs)
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
    script.async = true
    script.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', fail)
    script.src = address
    document.head.append(script)
  })
}
