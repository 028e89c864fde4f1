/** The address of a request at another origin of ours; no path leads off that origin (open redirect). */
export function addressAt(origin: string, url: string): string {
  const question = url.indexOf('?')
  const address = new URL(origin)
  address.pathname = question < 0 ? url : url.slice(0, question)
  address.search = question < 0 ? '' : url.slice(question)
  return address.href
}
