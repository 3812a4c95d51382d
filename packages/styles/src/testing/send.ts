import { request as httpRequest } from 'node:http'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly text: string
}

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: string | null
}

/** Sends the path as it is written: `fetch` would fold it. */
export const sendTo = (
  { port }: { readonly port: number },
  path: string,
  { method = 'GET', headers = {}, body, token = 'ada' }: SendOptions = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const all = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers: all }, (response) => {
      let got = ''
      response.on('data', (chunk) => {
        got += chunk
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: got === '' ? undefined : JSON.parse(got),
          text: got,
        }),
      )
    })
    request.on('error', reject)
    request.end(text)
  })
