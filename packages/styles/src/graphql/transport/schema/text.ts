import type { Deprecation } from '@charter/runtime'

/** A description as a GraphQL string on a line of its own; nothing for none (specification, section 2.9.4: JSON's escapes are GraphQL's). */
export const description = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}${quoted(text)}\n`

/** A GraphQL string. */
export const quoted = (text: string): string => JSON.stringify(text.toWellFormed())

/** One member of a block: its line, and what is said of it. */
export interface Line {
  readonly text: string
  readonly description?: string | undefined
}

/** `type Patient { … }`; nothing where it has no members. */
export const block = (head: string, lines: readonly Line[], about?: string): string =>
  lines.length === 0
    ? ''
    : `${description(about)}${head} {\n${lines.map((line) => `${description(line.description, '  ')}  ${line.text}\n`).join('')}}\n`

/** The directive of what the charter deprecates; nothing for what it does not. */
export const deprecatedOf = (of: { readonly deprecated?: Deprecation } | undefined): string => {
  if (!of?.deprecated) return ''
  const { since, sunset } = of.deprecated
  return deprecated(`Since ${since}${sunset === undefined ? '' : `; it may be gone from ${sunset} on`}.`)
}

/** The directive that says what to use instead. */
export const deprecated = (reason: string): string => ` @deprecated(reason: ${quoted(reason)})`
