import type { FindSlowBody } from '../charter.gen.ts'
import { findingsOfTraffic } from '../findings/of-traffic.ts'
import { takeFindings } from '../findings/take-findings.ts'
import { slowOperations } from '../telemetry/slow-operations.ts'

/** What its services said of their calls proposes what to change in their charter: a finding is answered by a version (`proposeChange`). */
export const findSlow: FindSlowBody = async (
  { row: { id, name, projectId }, value: { from, to, p95MaxMs, callsMin } },
  { rows, operations, now },
) => {
  const times = { fromMs: Date.parse(from), toMs: Date.parse(to), nowMs: Date.parse(now) }
  const asked = { environmentId: id, deploymentId: null, ...times }
  const slow = await slowOperations(rows, { ...asked, p95MaxMs, callsMin })
  const found = findingsOfTraffic(name, slow)
  const taken = await takeFindings({ rows, operations, now }, { projectId, runId: null }, found)
  return { found: slow.length, ...taken }
}
