import type { ServiceModel } from './model.ts'

/** For statements that were begun just before the deadline, and for clocks of replicas that differ. */
const marginMs = 30_000

/** After this a call is over, whatever became of it. */
export const longestCallMs = ({ limits }: Pick<ServiceModel, 'limits'>): number => limits.requestTimeoutMs + marginMs
