// biome-ignore-all lint/suspicious/noTemplateCurlyInString: faults are source text, its templates included.
import { clinic, type Fault, runtime, sql } from './fault.ts'

/** Mistakes in filters. */
export const filters: readonly Fault[] = [
  clinic(
    'ne takes rows without a value',
    'src/entities/patient/patient.sql.ts',
    'ne: \'t."email" <> ?\'',
    'ne: \'t."email" IS NOT ?\'',
  ),
  clinic(
    'like ignores case',
    'src/sqlite/connection.ts',
    'matchesLike(pattern, value) ? 1 : 0',
    'matchesLike(pattern.toLowerCase(), value.toLowerCase()) ? 1 : 0',
  ),
  clinic(
    'like does not know its escape',
    runtime('values/like'),
    "(point === '\\\\' && at + 1 < points.length ? points[++at] : point)",
    'point',
  ),
  clinic(
    'lt is le',
    'src/entities/prescription/prescription.sql.ts',
    'lt: \'t."startsOn" < ?\'',
    'lt: \'t."startsOn" <= ?\'',
  ),
  clinic(
    'not is ignored',
    sql('filter'),
    'return { sql: `NOT (${sql})`, values }',
    'return { sql: `(${sql})`, values }',
  ),
  clinic('or is and', sql('filter'), "kind === 'and' ? ' AND ' : ' OR '", "' AND '"),
]
