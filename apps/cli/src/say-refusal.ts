import type { Refusal } from '@charter/draft'
import { type ExitCode, exitCodes } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Why words were refused and what to write instead, as sentences or as one JSON document. */
export const sayRefusal = (terminal: Terminal, refusal: Refusal, isJson: boolean): ExitCode => {
  if (isJson) terminal.json(refusal)
  else terminal.note(`${terminal.style.seal('Refused:')} ${refusal.why}\n${refusal.instead}`)
  return exitCodes.findings
}
