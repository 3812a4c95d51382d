import type { IncomingMessage } from 'node:http'

/** Host and port of RFC 3986 section 3.2, without the comma that two header lines are joined by. */
const oneHost = /^(?:[\w.~!$&'()*+;=%-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i

/**
 * Whether a request names one host (RFC 9112 section 3.2): whoever stands in front may have looked at another of two. The server has to
 * join header lines of one name, where Node would drop all but the first.
 */
export const namesOneHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined ? httpVersion === '1.0' : oneHost.test(headers.host)
