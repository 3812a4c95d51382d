export { type MachineOptions, type MachineTarget, machineTarget } from './machine/machine-target.ts'
export { isolationMissing } from './sandbox/isolation-missing.ts'
export { endOfFile } from './supervisor/end-of-file.ts'
export { type Answering, NotRolledOut, type Part, type RolledOut, type Target } from './target.ts'
