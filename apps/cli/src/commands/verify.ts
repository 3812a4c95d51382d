import { isGreen, reportLines } from '@charter/project/verify/report'
import { isEqual, valuesLines } from '@charter/project/verify/values/report'
import { verify as verifyService, verifyValues } from '@charter/project/verify/verify'
import { charterNamed, defineCommand, exitCodes, jsonOption, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { allowDdlOption } from './run.ts'

export const verify = defineCommand({
  usage:
    '[<url, folder or file>] [--charter <file or folder>] [--values | --scenarios <file or folder>] [--writes] [--allow-ddl]',
  options: {
    charter: {
      type: 'string',
      value: 'path',
      description: 'The charter; needed with a URL, and with a folder that holds none (`generate -o`).',
    },
    values: {
      type: 'boolean',
      description:
        'Instead of scenarios: every value of an existing database, as psql or sqlite3 prints it, compared with the API’s. Says cells compared and equal by table, and what the charter could not say of it.',
    },
    scenarios: {
      type: 'string',
      value: 'file or folder',
      description: 'Run these scenarios of your own, YAML, instead of those that follow from the charter.',
    },
    writes: {
      type: 'boolean',
      description:
        'Also run what writes, against a URL. Folders and files run it anyway, on a throw-away database; one over an existing database is only read.',
    },
    'allow-ddl': allowDdlOption,
    json: jsonOption,
  },
  examples: [
    'charter verify ./clinic',
    'charter verify clinic.yaml',
    'charter verify ./service --charter clinic.yaml',
    'charter verify http://127.0.0.1:8080 --charter ./clinic',
    'charter verify sales.yaml --values',
    'charter verify ./clinic --scenarios ./clinic/scenarios',
  ],
  run: async (asked, terminal) => {
    const [charter, scenarios] = [asked.text('charter'), asked.text('scenarios')]
    if (scenarios !== undefined && asked.flag('values')) throw new UsageError('Say --values or --scenarios, not both.')
    const progress = terminal.progress('Reading the charter')
    const options = {
      subject: charterNamed(asked),
      ...(charter !== undefined && { charter }),
      ...(scenarios !== undefined && { scenarios }),
      writes: asked.flag('writes'),
      mayCreate: asked.flag('allow-ddl'),
      onStep: progress.update,
    }
    if (asked.flag('values')) {
      const report = await verifyValues(options).finally(() => progress.done())
      if (asked.flag('json')) terminal.json(report)
      else for (const line of valuesLines(report)) terminal.line(marked(terminal, line))
      return isEqual(report) ? exitCodes.fine : exitCodes.findings
    }
    const report = await verifyService(options).finally(() => progress.done())
    if (asked.flag('json')) terminal.json(report)
    else for (const line of reportLines(report)) terminal.line(marked(terminal, line))
    return isGreen(report) ? exitCodes.fine : exitCodes.findings
  },
})

const marked = (terminal: Terminal, line: string): string =>
  line.startsWith('FAILED') ? terminal.style.seal(line) : line
