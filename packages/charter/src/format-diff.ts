import { verdictText } from './access-row.ts'
import type { Diff, StructureChange } from './diff.ts'
import type { AccessChange } from './diff-access.ts'
import { wideningText } from './widening-text.ts'

/**
 * A diff as plain text lines: structure, then each style's breaks, then who gains or loses what, then what widens on classified fields,
 * with the ids in `accepted` marked. Empty: no change.
 */
export const formatDiff = (diff: Diff, accepted: ReadonlySet<string> = new Set()): readonly string[] => [
  ...section('Structure', diff.structure.map(structureLine)),
  ...Object.entries(diff.styles).flatMap(([style, breaks]) =>
    section(
      `Clients of ${style}`,
      breaks.map(
        ({ severity, about, sentence }) => `${severity === 'breaking' ? 'breaks' : 'adds'}  ${about}: ${sentence}`,
      ),
    ),
  ),
  ...section('Access', diff.access.map(accessLine)),
  ...section(
    'Widens on classified fields',
    diff.widenings.flatMap((each) => [
      `${accepted.has(each.id) ? 'accepted' : 'open    '}  ${wideningText(each)}`,
      `          ${each.id}`,
    ]),
  ),
]

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length ? [title, ...lines.map((line) => `  ${line}`)] : []

const structureLine = ({ kind, what, about, was, details }: StructureChange): string => {
  const name = was === undefined ? about : `${was} → ${about}`
  return `${kind} ${what} ${name}${details.length ? ` (${details.join('; ')})` : ''}`
}

const accessLine = ({ kind, role, entity, operation, field, before, after }: AccessChange): string => {
  const what = `${entity === null ? '' : `${entity}.`}${operation}${field === undefined ? '' : ` of ${field}`}`
  return `${role} ${kind === 'changed' ? 'has another condition for' : kind} ${what}: ${verdictText(before)} → ${verdictText(after)}`
}
