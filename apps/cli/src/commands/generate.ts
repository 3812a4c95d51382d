import { resolve } from 'node:path'
import { languages } from '@charter/languages'
import { generateService, keepLock, loadCharter, requireSound, type WriteReport, writeTree } from '@charter/project'
import { type Asked, defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

export const generate = defineCommand({
  name: 'generate',
  summary: 'Writes the source of a service. Files that a person changed are left alone and reported.',
  usage: '<file or folder> --out <folder> [--language node]',
  options: {
    language: { type: 'string', value: 'name', description: 'Default: node.' },
    out: { type: 'string', short: 'o', value: 'folder', description: 'Where to; default: the charter’s own folder.' },
    'dry-run': { type: 'boolean', description: 'Say what would be written, and write nothing.' },
    json: jsonOption,
  },
  examples: ['charter generate clinic.yaml --language node --out ./clinic', 'charter generate ./clinic --dry-run'],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(required(asked, 0, 'The charter'))
    const charter = requireSound(loaded)
    const folder = resolve(asked.text('out') ?? loaded.folder)
    const isDryRun = asked.flag('dry-run')
    const { files } = await generateService(charter, languageOf(asked), loaded)
    const report = await writeTree(folder, files, { isDryRun })
    if (!isDryRun) await keepLock(charter, loaded)
    if (asked.flag('json')) terminal.json({ folder, isDryRun, ...report })
    else sayReport(terminal, folder, report, isDryRun)
    return report.kept.length > 0 ? exitCodes.findings : exitCodes.fine
  },
})

const languageOf = (asked: Asked): string => {
  const wanted = asked.text('language') ?? 'node'
  const names = languages.map(({ name }) => name)
  if (!names.includes(wanted))
    throw new UsageError(`There is no language "${wanted}" yet. One of: ${names.join(', ')}.`)
  return wanted
}

const sayReport = (
  terminal: Terminal,
  folder: string,
  { written, unchanged, kept, removed }: WriteReport,
  isDryRun: boolean,
): void => {
  const { style } = terminal
  if (isDryRun) for (const path of written) terminal.line(`would write  ${path}`)
  for (const path of removed)
    terminal.line(`${isDryRun ? 'would remove' : 'removed'}  ${path}  ${style.muted('nothing makes it any more')}`)
  for (const path of kept)
    terminal.line(
      `${style.warn('kept')}  ${path}  ${style.muted('you changed it; delete it to have it written again')}`,
    )
  terminal.line(
    `${isDryRun ? 'Would write' : 'Wrote'} ${written.length} files in ${folder}; ${unchanged} are as they were.`,
  )
  if (!isDryRun && kept.length === 0) terminal.line(`Next: charter run ${folder}`)
}
