import type { RouteBody } from '@charter/runtime/service'

const answer = (headers: Readonly<Record<string, string>>) => ({ body: 'said', headers })

/** Answers as code may, and as none may: `way` says how. */
const ways: Readonly<Record<string, unknown>> = {
  text: 'no object',
  nothing: null,
  'another type': { type: 'text/css', body: 'a{}' },
  page: { type: 'application/xml', body: '<a/>' },
  picture: { type: 'image/svg+xml', body: Buffer.from('<svg/>') },
  'bytes of text': { type: 'text/plain', body: Buffer.from('said') },
  'text of no text': { type: 'text/plain', body: { said: true } },
  there: { status: 303, headers: { location: '/v1/knock' } },
  nowhere: { status: 303 },
  'a part': { status: 206, body: 'said' },
  'less than an answer': { status: 103 },
  'half a status': { status: 200.5, body: 'said' },
  'body of none': { status: 204, body: 'said' },
  own: answer({ 'X-Till': '7' }),
  'own for others': answer({ 'x-accel-redirect': '/etc/passwd' }),
  'sets a cookie': answer({ 'set-cookie': 'a=b' }),
  'is kept': answer({ 'cache-control': 'public' }),
  'long name': answer({ [`x-${'a'.repeat(63)}`]: '7' }),
  'spaced name': answer({ 'x till': '7' }),
  'long value': answer({ 'x-till': 'a'.repeat(4097) }),
  'odd value': answer({ 'x-till': 'é' }),
}

export const oddAnswer: RouteBody = async ({ params }) => ways[String((params as { way: string }).way)] as never
