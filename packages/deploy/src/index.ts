export { npmInside } from './install/npm-inside.ts'
export { type MachineOptions, type MachineTarget, machineTarget } from './machine/machine-target.ts'
export { isolationMissing } from './sandbox/isolation-missing.ts'
export { endOfFile } from './supervisor/end-of-file.ts'
export type { MachineLimits } from './supervisor/instance-spec.ts'
export {
  type Answering,
  type Ended,
  NotRolledOut,
  type Part,
  type RolledOut,
  type Target,
  type TestOptions,
  TestsEnded,
} from './target.ts'
export { saidText } from './tests/said-text.ts'
export type { TestsOutcome } from './tests/tests-outcome.ts'
