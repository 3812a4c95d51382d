export { type MachineOptions, type MachineTarget, machineTarget } from './machine/machine-target.ts'
export { isolationMissing } from './sandbox/isolation-missing.ts'
export { type Answering, type Part, type RolledOut, type Target, type TestOptions, TestsEnded } from './target.ts'
export type { TestsOutcome } from './tests/tests-outcome.ts'
