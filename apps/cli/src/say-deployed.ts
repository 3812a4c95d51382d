import type { ServiceCall } from '@charter/server'
import type { Deployed } from '@charter/server/program'
import { called } from './called.ts'
import { contrastLines } from './say-contrast.ts'
import { aligned, type Terminal } from './terminal.ts'

export interface DeployedSaid {
  readonly deployed: Deployed
  /** How it is called, where it is of this machine and answers. */
  readonly call: ServiceCall | null
  /** What a command says to mean the same platform, with a space before it. */
  readonly again: string
}

/** Says how far a charter came on its way, and how what answers is called. */
export const sayDeployed = (terminal: Terminal, { deployed, call, again }: DeployedSaid): void => {
  if (deployed.made) terminal.line(`Made environment ${deployed.made.name}: ${whoLets(deployed.made.approvals)}.`)
  if (deployed.state === 'waiting') {
    terminal.line(`${deployed.sentence} Then the same command goes on.`)
    if (deployed.deployment)
      terminal.line(`What it changes, and where it is let: ${called} approve ${deployed.deployment}${again}`)
    return
  }
  const { deployment, version } = deployed
  terminal.line(`Version ${version.number} answers at ${terminal.style.strong(deployment.address ?? '')}`)
  for (const { style, address } of deployment.listeners ?? []) terminal.line(`  ${style} at ${address}`)
  for (const change of deployment.changes) terminal.line(`  ${change}`)
  if (call) for (const line of aligned(callLines(terminal, call, deployment.address ?? ''))) terminal.line(line)
}

const whoLets = (approvals: number): string => {
  if (approvals === 0) return 'nobody has to let a deployment there'
  return approvals === 1
    ? 'one person has to let a deployment there'
    : `${approvals} people have to let a deployment there`
}

const callLines = (
  terminal: Terminal,
  { contrast, tokens, page }: ServiceCall,
  address: string,
): readonly (readonly [string, string])[] => [
  ...(page === undefined ? [] : [['service', `${terminal.style.strong(page)}  open it in a browser`] as const]),
  ['contract', `${address}/openapi.json`],
  ...(contrast
    ? contrastLines(terminal, contrast, address, (role) => tokens[role] ?? '')
    : Object.entries(tokens).map(([role, token]) => ['token', `${role}: ${token}`] as const)),
]
