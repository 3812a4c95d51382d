import { saidText } from '@charter/deploy'
import type { Phase } from '../charter.gen.ts'
import type { Evidence } from './evidence-of.ts'

interface Said {
  readonly has: readonly string[]
  readonly missing: readonly string[]
}

/** From its words to what answers: what is there of each phase, and what is missing for the next. A phase is done where nothing is. */
export const phasesOf = (evidence: Evidence): readonly Phase[] =>
  phases.map(([phase, say]) => {
    const { has, missing } = say(evidence)
    return { phase, isDone: missing.length === 0, has: has.slice(0, linesMax), missing: missing.slice(0, linesMax) }
  })

const linesMax = 200

const design = ({ newest, accepted }: Evidence): Said => ({
  has: [
    ...(accepted ? [`Version ${accepted.number} is accepted.`] : []),
    ...(newest && newest.id !== accepted?.id ? [`Version ${newest.number} is ${states[newest.state]}.`] : []),
  ],
  missing: accepted ? [] : [newest ? forAcceptance(newest) : 'A version of its charter.'],
})

const states = { draft: 'a draft', inReview: 'in review', accepted: 'accepted', withdrawn: 'withdrawn' } as const

const forAcceptance = ({ number, errors, state }: NonNullable<Evidence['newest']>): string => {
  if (state === 'withdrawn') return 'A version of its charter that is not withdrawn.'
  if (errors > 0) return `Version ${number} has ${errors} ${errors === 1 ? 'error' : 'errors'}.`
  return state === 'draft' ? `Version ${number} has to be submitted.` : `Somebody has to accept version ${number}.`
}

const generate = ({ accepted, release }: Evidence): Said => ({
  has: release ? [`Release ${release.digest}, of ${release.parts.length} files.`] : [],
  missing: release ? [] : [accepted ? `A release of version ${accepted.number}.` : 'An accepted version.'],
})

const integrate = ({ sources }: Evidence): Said => ({
  has: sources.filter(({ seenAt }) => seenAt !== null).map(({ name, place }) => `Source ${name}, at ${place}.`),
  missing: [
    ...sources.filter(({ seenAt }) => seenAt === null).map(({ name }) => `Nobody has looked at source ${name} yet.`),
    ...sources.flatMap(({ name, drift }) => (drift ?? []).map((line) => saidText(`Source ${name}: ${line}`, 1000))),
  ],
})

const test = ({ release, verified, runs, environments }: Evidence): Said => {
  if (!release) return { has: [], missing: ['A release.'] }
  const warnings = release.findings.map(({ message }) => saidText(`Warning: ${message}`, 1000))
  const { isEqual = false, isSigned = false, lost = 0 } = verified?.result ?? {}
  const isWhole = isEqual && isSigned && lost === 0
  const passed = runs.filter(({ state }) => state === 'passed')
  const demanded = environments.flatMap(({ name, requires }) => requires.map((tests) => ({ name, tests })))
  const isThere = (tests: string): boolean => runs.some((run) => run.tests === tests)
  return {
    has: [
      ...warnings,
      ...(isWhole ? ['Made again, it is equal, signed and kept whole.'] : []),
      ...passed.map((run) => `${run.tests}: ${run.passed ?? 0} passed, ${run.skipped ?? 0} were not run.`),
    ],
    missing: [
      ...(verified?.result ? [] : ['The release has to be verified.']),
      ...(verified?.result && !isWhole ? ['Made again, the release is not equal, not signed, or not kept whole.'] : []),
      ...(runs.length === 0 ? ['No tests of the release were run.'] : []),
      ...runs.filter(({ state }) => state === 'failed').map(failedLine),
      ...runs
        .filter(({ endedAt, state }) => endedAt === null && state !== 'failed')
        .map(({ tests }) => `${tests} has not ended.`),
      ...demanded.filter(({ tests }) => !isThere(tests)).map(({ name, tests }) => `${name} asks for ${tests}.`),
    ],
  }
}

const failedLine = ({ tests, passed, failed, why }: Evidence['runs'][number]): string =>
  failed === null ? `${tests} came to no result: ${why ?? ''}` : `${tests}: ${failed} failed, ${passed ?? 0} passed.`

const deploy = ({ release, environments, deployments }: Evidence): Said => {
  const nameOf = (id: string): string => environments.find((each) => each.id === id)?.name ?? id
  const here = deployments.filter(({ releaseId }) => releaseId === release?.id)
  const answering = here.filter(({ state }) => state === 'healthy')
  const waiting = here.filter(({ state }) => state === 'requested')
  const isMissing = answering.length === 0 && waiting.length === 0
  return {
    has: answering.map(({ environmentId }) => `The release answers in ${nameOf(environmentId)}.`),
    missing: [
      ...(environments.length === 0 ? ['An environment.'] : []),
      ...waiting.map(({ environmentId, approvals }) => `In ${nameOf(environmentId)}, ${approvals} have to let it.`),
      ...(isMissing ? ['A deployment of the release.'] : []),
    ],
  }
}

const operate = ({ environments, deployments, emergencies, findings }: Evidence): Said => {
  const nameOf = (id: string): string => environments.find((each) => each.id === id)?.name ?? id
  const answering = deployments.filter(({ state }) => state === 'healthy')
  return {
    has: answering.map(({ environmentId, address }) => `${nameOf(environmentId)} answers at ${address}.`),
    missing: [
      ...(answering.length === 0 ? ['Nothing answers anywhere.'] : []),
      ...deployments
        .filter(({ state }) => state === 'failing')
        .map(({ environmentId, id }) => `Deployment ${id} in ${nameOf(environmentId)} is failing.`),
      ...findings.map(({ severity, state, title }) => `A ${severity} finding is ${state}: ${title}`),
      ...emergencies.map(({ id, environmentId }) => `Emergency ${id} in ${nameOf(environmentId)} has to be reviewed.`),
    ],
  }
}

const phases: readonly (readonly [Phase['phase'], (evidence: Evidence) => Said])[] = [
  ['design', design],
  ['generate', generate],
  ['integrate', integrate],
  ['test', test],
  ['deploy', deploy],
  ['operate', operate],
]
