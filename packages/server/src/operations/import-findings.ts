import type { ImportFindingsBody } from '../charter.gen.ts'
import { readSarif } from '../findings/read-sarif.ts'
import { takeFindings } from '../findings/take-findings.ts'

/** Keeps what a scanner found of a project. */
export const importFindings: ImportFindingsBody = async (
  { row: project, value: { sarif } },
  { rows, operations, now, fail },
) => {
  const read = readSarif(sarif)
  if (!read)
    return fail(
      'no-sarif',
      'This is no SARIF of version 2.1.0, or one of more than twenty runs, or of more than 25,000 rules or results.',
    )
  const taken = await takeFindings({ rows, operations, now }, { projectId: project.id, runId: null }, read.found)
  return { found: read.found.length + read.left, ...taken, left: read.left }
}
