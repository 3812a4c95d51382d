import type { Aside } from '../aside.ts'

/** Of the runtime and of the drivers: what only saves time, and what only shapes a sentence. */
export const engineAsides: readonly Aside[] = [
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/runtime\/like\.ts$/,
    text: /^100$/,
  },
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/runtime\/pattern\.ts$/,
    text: /^10_000$/,
  },
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/runtime\/service\/entity\.ts$/,
    text: /^500$/,
  },
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/(?:sqlite|postgresql)\/(?:connection|placeholders)\.ts$/,
    text: /^(?:500|200|5000)$/,
  },
  {
    reason: 'saves time: which reads were long before, and for how long that is remembered',
    file: /src\/sqlite\/database\.ts$/,
    text: /^(?:500|5000)$/,
  },
  {
    reason: 'saves time: how often is looked, written out or tried again; nothing else depends on it',
    file: /src\/runtime\/service\/(?:open-log|change-feed|tls|compose)\.ts$/,
    text: /^(?:250|8192|30_000|600_000)$/,
  },
  {
    reason: 'saves time: how often is looked, written out or tried again; nothing else depends on it',
    file: /src\/sqlite\/database\.ts$/,
    text: /^10$/,
  },
  {
    reason: 'saves a step: a conjunction or disjunction of one means that one',
    file: /src\/runtime\/predicate\.ts$/,
    text: /^left\.length === 1$/,
  },
  { reason: 'shapes a sentence: what development tells of a refusal', file: /src\/runtime\/why\.ts$/ },
  {
    reason: 'shapes a sentence: that there are more errors is said once',
    file: /src\/runtime\/problem\.ts$/,
    text: /^!detail\.endsWith\(moreErrors\)$/,
  },
  { reason: 'shapes a line: how an error reads in the log', file: /src\/runtime\/service\/described-error\.ts$/ },
  {
    reason: 'saves time: a rule without a condition needs no SQL, and nothing written needs no line',
    file: /src\/runtime\/service\/(?:grant|replica-log)\.ts$/,
    text: /^(?:!rule\.isConditional|entries\.length === 0)$/,
  },
  {
    reason: 'answers the same: what is too long to be a cursor of ours opens as none, after work that a URL bounds',
    file: /src\/runtime\/service\/cursor\.ts$/,
    text: /^cursor\.length > 8192$/,
  },
  {
    reason: 'a bug of ours: what the model or the store itself has said is not there',
    file: /src\/runtime\/service\/(?:entity|perform-write|write-apart)\.ts$/,
    text: /^!(?:column|unit|rendered|answered)$/,
  },
  {
    reason: 'is judged where charters are checked: a service is made from limits and patterns that were',
    file: /src\/runtime\/(?:model|pattern)\.ts$/,
    text: /^(?:foreign|[\d_]+)$/,
  },
]
