import { resolve } from 'node:path'
import { CannotUpgrade } from '@charter/project/upgrade/bring-forward'
import { type Upgraded, upgradeProject } from '@charter/project/upgrade/upgrade-project'
import { charterNamed, defineCommand, EnvironmentFault, exitCodes, jsonOption } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { needsPerson, sayReport } from '../write-report.ts'

export const upgrade = defineCommand({
  usage: '[<project>] [--out <folder>] [--dry-run]',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'folder',
      description: 'The generated folder, where it is not the charter’s own.',
    },
    'dry-run': { type: 'boolean', description: 'Say what would be done, and write nothing.' },
    json: jsonOption,
  },
  examples: ['charter upgrade ./clinic --dry-run', 'charter upgrade clinic.yaml --out ./clinic'],
  run: async (asked, terminal) => {
    const out = asked.text('out')
    const isDryRun = asked.flag('dry-run')
    const upgraded = await upgradeProject(charterNamed(asked), {
      language: 'node',
      isDryRun,
      ...(out !== undefined && { out: resolve(out) }),
    }).catch((error: unknown) => {
      throw error instanceof CannotUpgrade ? new EnvironmentFault(error.message) : error
    })
    if (asked.flag('json')) terminal.json({ isDryRun, ...upgraded })
    else sayUpgraded(terminal, upgraded, isDryRun)
    return upgraded.generated && needsPerson(upgraded.generated.report) ? exitCodes.findings : exitCodes.fine
  },
})

const sayUpgraded = (terminal: Terminal, upgraded: Upgraded, isDryRun: boolean): void => {
  const { style } = terminal
  const { steps, changed, backups, isLockWritten, generated, to } = upgraded
  for (const step of steps) terminal.line(`${step.part} ${step.from} → ${step.to}  ${step.does}`)
  for (const file of changed) terminal.line(`${isDryRun ? 'would change' : 'changed'}  ${file}`)
  for (const file of backups) terminal.line(`kept as it was  ${file}`)
  if (isLockWritten)
    terminal.line(
      `${isDryRun ? 'would write' : 'wrote'}  charter.lock  ${style.muted('numbers and names that stay from now on')}`,
    )
  if (generated) {
    const { charter, folder, report } = generated
    terminal.line(`${folder}  ${charter === null ? 'from before versions were noted' : `by Charter ${charter}`}`)
    sayReport(terminal, folder, report, isDryRun)
  }
  const isNothing = changed.length === 0 && !isLockWritten && (!generated || isUntouched(generated.report))
  terminal.line(isNothing ? `Nothing to do: all of it is as Charter ${to} writes it.` : nextOf(isDryRun))
}

const nextOf = (isDryRun: boolean): string =>
  isDryRun
    ? 'Nothing was written. Run it without --dry-run to do this.'
    : 'Next: read the changes, run the tests, commit.'

type Generated = NonNullable<Upgraded['generated']>

const isUntouched = (report: Generated['report']): boolean =>
  !needsPerson(report) && report.written.length + report.merged.length + report.removed.length === 0
