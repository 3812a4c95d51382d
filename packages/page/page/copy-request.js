/** The request for a shell: curl, or grpcurl where it is gRPC. */
export const commandOf = (style, request, role) => (style.listener === 'grpc' ? grpcurl : curl)(style, request, role)

export const commandName = ({ listener }) => (listener === 'grpc' ? 'grpcurl' : 'curl')

const curl = (_style, { method, target, headers, body }, role) =>
  [
    'curl -i',
    method === 'GET' ? '' : `-X ${method}`,
    ...headerList(headers, role).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body === null ? '' : `-d ${quoted(body)}`,
    quoted(`${location.origin}${target}`),
  ]
    .filter(Boolean)
    .join(' ')

const grpcurl = ({ url }, { target, headers, body }, role) =>
  [
    'grpcurl',
    url.startsWith('https:') ? '' : '-plaintext',
    ...headerList(headers, role).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `-d ${quoted(body ?? '{}')}`,
    hostOf(url),
    target.replace(/^\//, ''),
  ]
    .filter(Boolean)
    .join(' ')

const hostOf = (url) => (URL.canParse(url) ? new URL(url).host : url)

/** Single quotes keep everything but themselves. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The request as it goes over the wire, as plain text. */
export const plainText = (style, { method, target, headers, body }, role) =>
  [
    `${method} ${target}`,
    `host: ${style.url ? hostOf(style.url) : location.host}`,
    ...headerList(headers, role).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', body]),
  ].join('\n')

export const headerList = (headers, { token }) => [
  ...(token ? [['authorization', `Bearer ${token}`]] : []),
  ...Object.entries(headers),
]
