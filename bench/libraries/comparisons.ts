import { assertionComparison } from './compare/assertion.ts'
import { awsComparison } from './compare/aws.ts'
import { canonicalJsonComparison } from './compare/canonical-json.ts'
import { metricsComparison } from './compare/metrics.ts'
import { protobufComparisons } from './compare/protobuf.ts'
import { socketComparison } from './compare/socket.ts'
import { timeStampComparison } from './compare/time-stamp.ts'
import type { Comparison } from './comparison.ts'
import type { Peers } from './peers.ts'

/** Each once it is known that both give the same; rejects where they do not. */
export const comparisons = async (peers: Peers): Promise<readonly Comparison[]> => [
  canonicalJsonComparison(peers),
  metricsComparison(peers),
  ...protobufComparisons(peers),
  socketComparison(peers),
  assertionComparison(peers),
  timeStampComparison(peers),
  await awsComparison(peers),
]
