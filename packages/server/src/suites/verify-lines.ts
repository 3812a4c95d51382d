import type { Report } from '@charter/project'

/** What was asked, by what it is about, and how much of that held; then what did not hold, each by name. */
export const verifyLines = (
  scenarios: readonly { readonly id: string }[],
  { failed, skipped }: Pick<Report, 'failed' | 'skipped'>,
): readonly string[] => {
  const [asked, missed, left] = [scenarios, failed, skipped].map(countsBySubject)
  return [
    ...[...(asked ?? [])].map(([subject, count]) => {
      const notRun = left?.get(subject) ?? 0
      const held = count - notRun - (missed?.get(subject) ?? 0)
      return `${subject}: ${held} of ${count} hold${notRun === 0 ? '' : `, ${notRun} not run`}`
    }),
    ...failed.map(({ id, request }) => `FAILED ${id}: ${request}`),
  ]
}

/** A scenario is named after what it is about: `Patient.create.no-token`. */
const countsBySubject = (named: readonly { readonly id: string }[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { id } of named) {
    const subject = id.split('.')[0] ?? id
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  return counts
}
