export { type MachineOptions, type MachineTarget, machineTarget } from './machine/machine-target.ts'
export { isolationMissing } from './sandbox/isolation-missing.ts'
export type { Answering, Part, RolledOut, Target } from './target.ts'
