import { isGreen, reportLines } from '@charter/project/verify/report'
import { verify as verifyService } from '@charter/project/verify/verify'
import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'
import { allowDdlOption } from './run.ts'

export const verify = defineCommand({
  usage: '[<url, folder or file>] [--charter <file or folder>] [--writes] [--allow-ddl]',
  options: {
    charter: {
      type: 'string',
      value: 'path',
      description: 'The charter; needed with a URL, and with a folder that holds none (`generate -o`).',
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
  ],
  run: async (asked, terminal) => {
    const progress = terminal.progress('Reading the charter')
    const charter = asked.text('charter')
    const report = await verifyService({
      subject: charterNamed(asked),
      ...(charter !== undefined && { charter }),
      writes: asked.flag('writes'),
      mayCreate: asked.flag('allow-ddl'),
      onStep: progress.update,
    }).finally(() => progress.done())
    if (asked.flag('json')) terminal.json(report)
    else
      for (const line of reportLines(report))
        terminal.line(line.startsWith('FAILED') ? terminal.style.seal(line) : line)
    return isGreen(report) ? exitCodes.fine : exitCodes.findings
  },
})
