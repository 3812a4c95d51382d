/** As `expireDeployment` and `expireEnvironmentChange` say. */
const waitsMs = 7 * 86_400_000

/** Whether what was asked for then waits no more, also where its row does not say so yet. */
export const isOver = ({ requestedAt }: { readonly requestedAt: string }, now: string): boolean =>
  Date.parse(now) - Date.parse(requestedAt) >= waitsMs
