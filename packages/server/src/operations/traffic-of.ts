import type { TrafficOfBody } from '../charter.gen.ts'
import { trafficBetween } from '../telemetry/traffic-between.ts'

/** How the operations of an environment went, of what its services said. */
export const trafficOf: TrafficOfBody = ({ row: { id }, value: { from, to, deploymentId } }, { rows, now }) =>
  trafficBetween(rows, {
    environmentId: id,
    deploymentId,
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    nowMs: Date.parse(now),
  })
