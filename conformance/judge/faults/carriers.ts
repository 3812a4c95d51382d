// biome-ignore-all lint/suspicious/noTemplateCurlyInString: faults are source text, its templates included.
import { clinic, type Fault, rest, runtime } from './fault.ts'

/** Mistakes in how REST carries an outcome. */
export const carriers: readonly Fault[] = [
  clinic(
    'a problem tells the SQL',
    runtime('http/problem-document'),
    'detail: of.detail,',
    'detail: of.cause instanceof Error ? `${of.cause.message} SQLITE` : of.detail,',
  ),
  clinic(
    'problems go out as plain JSON',
    runtime('http/problem-document'),
    "export const problemMediaType = 'application/problem+json'",
    "export const problemMediaType = 'application/json'",
  ),
  clinic(
    'answers may be kept by anybody',
    rest('respond'),
    "    .header('cache-control', 'private')\n    .header('vary', 'Authorization, Accept')\n    .send(bodyOf(json))",
    "    .header('cache-control', 'public')\n    .header('vary', 'Authorization, Accept')\n    .send(bodyOf(json))",
  ),
  clinic('a conflict is an error of ours', runtime('http/status'), 'conflict: 409', 'conflict: 500'),
  clinic(
    'bodies may be of any size',
    runtime('http/server'),
    'bodyLimit: limits.bodyBytesMax',
    'bodyLimit: limits.bodyBytesMax * 100',
  ),
]
