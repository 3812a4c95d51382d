import type { DescribedError } from '../../src/runtime/service/index.ts'

/** The sentence of a line of the log that tells a bug or a fault; null for any other. */
export const faultIn = (line: string): string | null => {
  try {
    const { level, operation, requestId, error } = JSON.parse(line) as LogLine
    return level === 'error' && error
      ? `error  ${[operation, requestId && `request ${requestId}`, sentenceOf(error)].filter(Boolean).join('  ')}`
      : null
  } catch {
    return null
  }
}

interface LogLine {
  readonly level?: string
  readonly operation?: string
  readonly requestId?: string
  readonly error?: DescribedError
}

/** With what caused it, and where it was thrown first. */
const sentenceOf = ({ name, message, code, stack, cause }: DescribedError): string => {
  // It is no mistake of the code, and says what to do.
  if (name === 'Fault' && message !== undefined && !cause) return message
  const own = [`${name}${message === undefined ? '' : `: ${message}`}`, code, cause ? null : stack[0]?.trim()]
  const said = own.filter(Boolean).join(' ')
  return cause ? `${said}, caused by ${sentenceOf(cause)}` : said
}
