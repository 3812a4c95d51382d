import { readFile } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { JSONWebKeySet } from 'jose'

const bytesMax = 1_048_576
const timeoutMsMax = 5000

/** A JSON document from a fixed URL of the configuration: no redirects, at most 1 MiB, five seconds unless less is said. */
export const loadJson = (url: string, timeoutMs = timeoutMsMax): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? requestSecure : requestPlain)(
      url,
      { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > bytesMax) request.destroy(new Error(`${url} answered with more than ${bytesMax} bytes`))
          else chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
          else
            try {
              resolve(JSON.parse(Buffer.concat(chunks).toString()))
            } catch (error) {
              reject(error)
            }
        })
      },
    )
    request.on('error', (error) =>
      reject(error.name === 'AbortError' ? new Error(`${url} did not answer within ${timeoutMs} ms`) : error),
    )
    request.end()
  })

/**
 * A JSON Web Key Set (RFC 7517 section 5) from a fixed address or a file of the configuration. `withinMs`: who asks waits no longer
 * for his own answer, which half of that time is left to.
 */
export const keySetAt = async (
  place: { readonly url: string } | { readonly file: string },
  withinMs = Number.POSITIVE_INFINITY,
): Promise<JSONWebKeySet> => {
  const timeoutMs = Math.min(timeoutMsMax, withinMs / 2)
  const found =
    'url' in place ? await loadJson(place.url, timeoutMs) : (JSON.parse(await readFile(place.file, 'utf8')) as unknown)
  const keys = typeof found === 'object' && found !== null && 'keys' in found ? found.keys : null
  if (!Array.isArray(keys)) throw new Error(`${'url' in place ? place.url : place.file} holds no key set`)
  return { keys: keys.filter((key) => typeof key === 'object' && key !== null) }
}
