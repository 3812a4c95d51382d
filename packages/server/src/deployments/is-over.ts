/** How long a deployment, and a change of an environment, waits: as `expireDeployment` and `expireEnvironmentChange` say. */
export const waitsMs = 7 * 86_400_000

/** Whether what was asked for then waits no more, also where its row does not say so yet. */
export const isOver = ({ requestedAt }: { readonly requestedAt: string }, now: string): boolean =>
  Date.parse(now) - Date.parse(requestedAt) >= waitsMs
