import type { Answered, Asked } from './attack.ts'

/** One request: text and bytes are sent as they are, anything else as JSON. Rejects only where no answer comes. */
export const ask = async (
  method: string,
  url: string,
  { token, body, headers, timeoutMs = 60_000 }: Asked = {},
): Promise<Answered> => {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as string }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
