/** What a page answered, as far as a person would look at it. */
export interface Seen {
  readonly status: number
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly headers: Headers
  readonly text: string
}

let visitors = 0

/** A browser that keeps cookies, has an address of its own, and says what browsers say of the page that a request comes from. */
export interface Visitor {
  get(path: string): Promise<Seen>
  /** Sends a form of one of the platform's pages; `headers` beside, or instead. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Seen>
  /** The cookies that it keeps, as it would send them. */
  cookie(): string
  /** Keeps another's instead of its own. */
  wear(cookie: string): void
}

export const visitor = (url: string): Visitor => {
  const address = `10.0.${visitors >> 8}.${visitors++ & 255}`
  const jar = new Map<string, string>()
  const cookie = (): string => [...jar].map((pair) => pair.join('=')).join('; ')
  const keep = (line: string): void => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (attributes.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  const ask = async (path: string, init: RequestInit): Promise<Seen> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { 'x-forwarded-for': address, cookie: cookie(), ...init.headers },
      redirect: 'manual',
    })
    const cookies = response.headers.getSetCookie()
    cookies.forEach(keep)
    return {
      status: response.status,
      location: response.headers.get('location'),
      cookies,
      headers: response.headers,
      text: await response.text(),
    }
  }
  return {
    get: (path) => ask(path, {}),
    post: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: {
          origin: new URL(url).origin,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        body: new URLSearchParams(fields),
      }),
    cookie,
    wear: (worn) => {
      jar.clear()
      for (const pair of worn.split('; ')) keep(pair)
    },
  }
}
