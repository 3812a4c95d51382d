import type { WriteReport } from '@charter/project'
import type { Terminal } from './terminal.ts'

/** What a person has to look at before the service is what both meant. */
export const needsPerson = ({ conflicts, aside, kept, orphaned }: WriteReport): boolean =>
  [conflicts, aside, kept, orphaned].some(({ length }) => length > 0)

/** Says what generating did to a folder, file by file where a person has a part in it, and what to do next. */
export const sayReport = (terminal: Terminal, folder: string, report: WriteReport, isDryRun: boolean): void => {
  const { style } = terminal
  const say = (verb: string, paths: readonly string[], why: string): void => {
    for (const path of paths) terminal.line(`${verb}  ${path}  ${style.muted(why)}`)
  }
  const would = isDryRun ? 'would be ' : ''
  for (const { from, to } of report.renamed) terminal.line(`${would}moved  ${from} → ${to}`)
  say(`${would}merged`, report.merged, 'your changes and what is generated now')
  say(`${would}removed`, report.removed, 'nothing makes it any more')
  say('left out', report.leftOut, 'you deleted it; --restore writes it again')
  say(style.warn('yours'), report.orphaned, 'nothing makes it any more, and you changed it: keep it or delete it')
  say(
    style.warn('kept'),
    report.kept,
    'it was there before, or what you changed cannot be told: delete it to have it written',
  )
  say(style.warn('replaced'), report.aside, 'both changed the same lines; your file is beside it, with .yours')
  for (const { path, lines } of report.conflicts)
    terminal.line(
      `${style.seal('conflict')}  ${path}:${lines[0]}  ${style.muted('you and the generator changed the same lines')}`,
    )
  const { written, merged, unchanged, conflicts } = report
  terminal.line(
    `${isDryRun ? 'Would write' : 'Wrote'} ${written.length + merged.length + conflicts.length} files in ${folder}; ${unchanged} are as they were.`,
  )
  if (conflicts.length > 0)
    terminal.line(
      `Next: edit each place between <<<<<<< and >>>>>>> to what it shall be, then charter generate ${folder} --continue`,
    )
}
