import { ProblemError } from '../runtime/index.ts'
import { type ConnectionOptions, connect } from './connection.ts'
import type { Answered, Asked } from './read-apart.ts'

/** A process that reads for another (read-apart.ts), and ends with it: its argument is the connection's options. */

const connection = connect(JSON.parse(process.argv[2] ?? '') as ConnectionOptions)

const answerTo = ({ sql, params }: Asked): Answered => {
  try {
    return { rows: connection.all(sql, params) }
  } catch (error) {
    const { code, detail } = error instanceof ProblemError ? error.problem : {}
    return {
      problem: code && detail !== undefined ? { code, detail } : null,
      message: error instanceof Error ? error.message : 'The statement failed.',
    }
  }
}

process.on('message', (asked) => process.send?.(answerTo(asked as Asked)))
process.on('disconnect', () => process.exit())
