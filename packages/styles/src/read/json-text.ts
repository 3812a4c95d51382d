/**
 * JSON for people and for differences between two versions: what fits into a line is on one, everything else has a line for each
 * member, as formatters of JSON write it. Most of a contract is short objects (`{ "$ref": … }`), of which indentation made half the text.
 */
export const jsonText = (value: unknown): string => `${written(value, '').text}\n`

const lineMax = 120

interface Written {
  readonly text: string
  readonly isOneLine: boolean
}

const written = (value: unknown, indent: string): Written => {
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value), isOneLine: true }
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = isList
    ? value.map((each) => written(each ?? null, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => named(name, written(each, inner)))
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return { text: open + close, isOneLine: true }
  const length = parts.reduce((sum, { text }) => sum + text.length + 2, indent.length + 2)
  if (length <= lineMax && parts.every(({ isOneLine }) => isOneLine)) {
    const line = parts.map(({ text }) => text).join(', ')
    return { text: isList ? `[${line}]` : `{ ${line} }`, isOneLine: true }
  }
  const lines = parts.map(({ text }) => inner + text).join(',\n')
  return { text: `${open}\n${lines}\n${indent}${close}`, isOneLine: false }
}

const named = (name: string, { text, isOneLine }: Written): Written => ({
  text: `${JSON.stringify(name)}: ${text}`,
  isOneLine,
})
