/**
 * Headers that code of one route may say: those that are about its body, or about where else to go, and names of its own, which begin with
 * `x-`. Any other may frame the message (RFC 9112), be what the service answers for, or tell browsers, proxies and caches what to do with
 * more than this answer. What is open may be kept by others.
 */
export const maySay = (header: string, isOpen = false): boolean =>
  said.has(header) || (header === 'cache-control' && isOpen) || (header.startsWith('x-') && !actsOnOthers.test(header))

/** For who said another one. */
export const whichHeaders =
  'a route says content-disposition, content-language, etag, last-modified, link, location, retry-after, content-digest, repr-digest, cache-control where it is open, and names of its own that begin with x-'

const said: ReadonlySet<string> = new Set([
  'content-digest',
  'content-disposition',
  'content-language',
  'etag',
  'last-modified',
  'link',
  'location',
  'repr-digest',
  'retry-after',
])

/**
 * Names with `x-` that are nobody's own. nginx, lighttpd, LiteSpeed, Perlbal, Envoy, and caches in front do what these say: send another
 * file or address instead, keep the answer for all, take the service for dead. Browsers weaken what they hold pages to.
 */
const actsOnOthers =
  /^x-(?:accel|akamai|amz|amzn|cache|cdn|content-security-policy|content-type-options|dns-prefetch-control|download-options|edge|envoy|fastly|forwarded|frame-options|goog|http-method|lighttpd|litespeed|middleware|ms|original|permitted-cross-domain-policies|powered-by|proxy|real-ip|reproxy|request-id|rewrite|sendfile|sendfile2|surrogate|ua-compatible|varnish|webkit-csp|xss-protection)(?:-|$)/
