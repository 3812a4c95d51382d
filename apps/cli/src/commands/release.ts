import { defineCommand, exitCodes, required } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'

export const release = defineCommand({
  usage: '<id> [--to <address>] [--json]',
  wordsMax: 1,
  options: placeOptions,
  examples: ['charter release 0198…', 'charter release 0198… --json'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a release')
    const { verifyRelease } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const progress = terminal.progress('Making it again')
    const { release: made, verified } = await verifyRelease(calls, id)
      .catch(platformRefusals)
      .finally(() => progress.done())
    const isWhole = verified.isEqual && verified.isSigned && verified.lost === 0
    if (asked.flag('json'))
      terminal.json({ digest: made.digest, madeBy: made.madeBy, madeAt: made.madeAt, ...verified })
    else {
      terminal.line(`${terminal.style.strong(made.digest)}  made by ${made.madeBy}, ${made.madeAt}`)
      terminal.line(`made again: ${verified.isEqual ? 'equal' : `${verified.differing} files differ`}`)
      terminal.line(`signature: ${verified.isSigned ? 'of this platform' : 'not of this platform'}`)
      terminal.line(`files: ${verified.lost === 0 ? 'all kept as they were' : `${verified.lost} lost or changed`}`)
    }
    return isWhole ? exitCodes.fine : exitCodes.findings
  },
})
