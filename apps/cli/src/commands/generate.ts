import { resolve } from 'node:path'
import { type Asked, charterNamed, defineCommand, exitCodes, jsonOption, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { needsPerson, sayReport } from '../write-report.ts'

export const generate = defineCommand({
  usage: '[<file or folder>] [--out <folder>] [--language node] [--dry-run]',
  options: {
    language: { type: 'string', value: 'name', description: 'Default: node.' },
    out: { type: 'string', short: 'o', value: 'folder', description: 'Where to; default: the charter’s own folder.' },
    'dry-run': { type: 'boolean', description: 'Print what would change, as a diff, and write nothing.' },
    continue: { type: 'boolean', description: 'Go on once the conflicts of the time before are resolved.' },
    restore: { type: 'boolean', description: 'Write files again that you deleted.' },
    json: jsonOption,
  },
  examples: [
    'charter generate clinic.yaml --language node --out ./clinic',
    'charter generate ./clinic --dry-run',
    'charter generate ./clinic --continue',
  ],
  run: async (asked, terminal) => {
    const progress = terminal.progress('Reading the charter')
    const { generateService, keepLock, loadCharter, requireSound, shortPath, unifiedDiff, writeTree } = await import(
      '@charter/project'
    ).finally(() => progress.done())
    const language = await languageOf(asked)
    const loaded = await loadCharter(charterNamed(asked))
    const charter = requireSound(loaded)
    const folder = resolve(asked.text('out') ?? loaded.folder)
    const isDryRun = asked.flag('dry-run')
    const { files } = await generateService(charter, language, loaded)
    const isShown = isDryRun && !asked.flag('json')
    // Before what is made from it: cut off between the two, numbers and names are known.
    if (!isDryRun) await keepLock(charter, loaded)
    const report = await writeTree(folder, files, {
      isDryRun,
      isRestoring: asked.flag('restore'),
      ...(isShown && {
        onChange: (path, before, after) => sayChange(terminal, unifiedDiff(path, before ?? '', after ?? '')),
      }),
    })
    if (asked.flag('json')) terminal.json({ folder, isDryRun, ...report })
    else {
      sayReport(terminal, folder, report, isDryRun)
      const yours = files.filter(({ owner, path }) => owner === 'person' && report.written.includes(path))
      if (yours.length > 0) terminal.line(`Yours to write: ${yours.map(({ path }) => path).join(', ')}`)
      if (!isDryRun && !needsPerson(report))
        terminal.line(`Next: charter run${shortPath(folder) === '.' ? '' : ` ${shortPath(folder)}`}`)
    }
    return needsPerson(report) ? exitCodes.findings : exitCodes.fine
  },
})

const languageOf = async (asked: Asked): Promise<string> => {
  const { languages } = await import('@charter/languages')
  const wanted = asked.text('language') ?? 'node'
  const names = languages.map(({ name }) => name)
  if (!names.includes(wanted))
    throw new UsageError(`There is no language "${wanted}" yet. One of: ${names.join(', ')}.`)
  return wanted
}

const sayChange = (terminal: Terminal, diff: readonly string[]): void => {
  const { style } = terminal
  const colours: Readonly<Record<string, (text: string) => string>> = {
    '+': style.good,
    '-': style.seal,
    '@': style.muted,
  }
  for (const line of diff) terminal.line((colours[line[0] ?? ''] ?? String)(line))
}
