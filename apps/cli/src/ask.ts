import { createInterface } from 'node:readline/promises'
import { printable } from './printable.ts'

/** Somebody at a terminal who can answer. */
export interface TerminalPrompt {
  /** The answer without spaces around it; null when they end the input or press Ctrl-C. */
  question(text: string): Promise<string | null>
  close(): void
}

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

/** Asks on standard error, so that standard output holds facts alone. */
export const startAsking = (): TerminalPrompt => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<null>((resolve) => {
    lines.once('close', () => resolve(null))
    lines.once('SIGINT', () => lines.close())
  })
  return {
    question: (text) => Promise.race([lines.question(printable(text)).then((answer) => answer.trim()), ended]),
    close: () => lines.close(),
  }
}

/** Yes or no; no unless yes is said. */
export const confirm = async (text: string): Promise<boolean> => {
  const asking = startAsking()
  const answer = await asking.question(`${text} [y/N] `)
  asking.close()
  return answer !== null && /^y(?:es)?$/i.test(answer)
}
