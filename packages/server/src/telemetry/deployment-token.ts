import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a deployed service says who it is with, as it tells of itself: for that alone, and for nobody to store. */
export interface DeploymentTokens {
  tokenOf(deployment: string): string
  /** The deployment of a bearer's token; null where it is none of ours. */
  deploymentOf(authorization: string): string | null
}

/** Each is made of the deployment's id by a secret of 32 bytes (HMAC-SHA-256). */
export const deploymentTokens = (secret: Uint8Array): DeploymentTokens => {
  const proofOf = (deployment: string): Buffer =>
    createHmac('sha256', secret).update(`telemetry of deployment ${deployment}`).digest()
  return {
    tokenOf: (deployment) => `ct1_${deployment}_${proofOf(deployment).toString('base64url')}`,
    deploymentOf: (authorization) => {
      const [, deployment, proof] = /^Bearer ct1_([0-9a-f-]{36})_([\w-]{43})$/.exec(authorization) ?? []
      if (deployment === undefined || proof === undefined) return null
      return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(deployment)) ? deployment : null
    },
  }
}
