import { errorsMax } from '../../src/runtime/index.ts'
import type { Answer } from './answer.ts'
import type { Mismatch } from './match.ts'
import { shown } from './match.ts'
import { isList, type Step } from './scenario.ts'

/** What holds for every answer of the API, whatever was asked: carriers, caching, problems without secrets. */
export const everyAnswer = (answer: Answer, step: Step): readonly Mismatch[] =>
  isElsewhere.test(step.path) || answer.status === 0 || step.bare || step.turns
    ? []
    : [
        ...header(answer, 'x-request-id', /^.+$/, 'an id'),
        ...(step.method === 'OPTIONS' ? [] : header(answer, 'vary', /authorization/i, 'Authorization')),
        ...(answer.status < 400 ? success(answer, step) : problem(answer, step)),
      ]

/** Methods of gRPC answer over HTTP as its protocols have it. */
const isElsewhere =
  /^(?:http:|\/(?:_charter|\?secret|$|healthz|readyz|metrics|openapi\.json|oauth2|[\w.]+\.v\d+\.\w+\/))/

const header = ({ headers }: Answer, name: string, pattern: RegExp, expected: string): readonly Mismatch[] =>
  pattern.test(headers[name] ?? '') ? [] : [{ at: `header ${name}`, expected, actual: headers[name] ?? 'nothing' }]

const success = (answer: Answer, { method, headers = {}, expect }: Step): readonly Mismatch[] => [
  // Of what is open a step says itself what others may keep.
  ...(method === 'OPTIONS' || expect.headers?.['cache-control']
    ? []
    : header(answer, 'cache-control', /^private$/, 'private')),
  // Who asks for another type has it (routes of a charter's own).
  ...(answer.text === '' || isOther(headers.accept)
    ? []
    : header(answer, 'content-type', /^application\/(?:vnd\.[^;]+\+)?json/, 'application/json')),
  ...((answer.status === 204 || answer.status === 304) && answer.text !== ''
    ? [{ at: '', expected: 'no body', actual: shown(answer.text) }]
    : []),
]

const isOther = (accept: string | undefined): boolean => accept !== undefined && !/json/.test(accept)

/** RFC 9457, errors sorted by path and code, and nothing private (docs/semantics.md, Problems). */
const problem = (answer: Answer, { method }: Step): readonly Mismatch[] => {
  const { body } = answer
  if (method === 'HEAD') return []
  const found: Mismatch[] = [
    ...header(answer, 'content-type', /^application\/problem\+json/, 'application/problem+json'),
  ]
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return [...found, { at: '', expected: 'a problem document', actual: shown(body) }]
  const document = body as Readonly<Record<string, unknown>>
  for (const name of ['type', 'title', 'detail', 'code', 'requestId'])
    if (typeof document[name] !== 'string') found.push({ at: `/${name}`, expected: 'text', actual: shown(body) })
  if (document.status !== answer.status)
    found.push({ at: '/status', expected: String(answer.status), actual: String(document.status) })
  if (isList(document.errors) && document.errors.length < errorsMax && String(document.detail).includes('more errors'))
    found.push({ at: '/detail', expected: 'nothing of more errors', actual: shown(document.detail as never) })
  const { why: _, ...public_ } = document
  const secret = /\bSELECT\b|\bINSERT INTO\b|\bUPDATE "|SQLITE|node:internal|\.ts:\d|\n\s+at /.exec(
    JSON.stringify(public_),
  )
  if (secret) found.push({ at: '', expected: 'no SQL, stack or secret', actual: secret[0] })
  return [...found, ...unsorted(document.errors)]
}

const unsorted = (errors: unknown): readonly Mismatch[] => {
  if (!isList(errors)) return []
  const given = errors.map((error) => {
    const { path, code } = error as { path: string; code: string }
    return `${path}\u0000${code}`
  })
  return given.every((each, at) => at === 0 || (given[at - 1] ?? '') <= each)
    ? []
    : [{ at: '/errors', expected: 'sorted by path, then code', actual: shown(given) }]
}
