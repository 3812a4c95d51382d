/**
 * Data as JSON whose changes can be reviewed: each part down to two levels stands on a line of its own. For tables that grow with
 * the charter: a compiler would read them as source for longer than all that is written in it.
 */
export const dataText = (data: object): string => `${lines(data, 2, '')}\n`

const lines = (value: unknown, levels: number, indent: string): string => {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map((each) => lines(each, levels - 1, `${indent} `))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${JSON.stringify(name)}: ${lines(each, levels - 1, `${indent} `)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${indent} ${part}`).join(',\n')}\n${indent}${close}`
}
