import { dirname } from 'node:path'
import { shortPath } from '@charter/project/short-path'
import type { ExampleCall, Local } from '@charter/server'
import { called } from './called.ts'
import { contrastLines } from './say-contrast.ts'
import { aligned, type Terminal } from './terminal.ts'

export interface UpSaid {
  readonly local: Local
  readonly call: ExampleCall | null
  /** Signs its reader in, once. */
  readonly link: string
  readonly folder: string
  /** What the example said, which tells why it does not answer. */
  readonly log: string
  /** It is the one that every other command means where nobody says another. */
  readonly isUsual: boolean
  readonly isTaken: boolean
}

/** Says where the platform is, how one signs in, what answers already, and what goes on when it is ended. */
export const sayUp = (terminal: Terminal, { local, call, link, folder, log, isUsual, isTaken }: UpSaid): void => {
  const { platform, example, isolationMissing } = local
  const { style } = terminal
  const address = example?.deployment.address
  const facts: (readonly [string, string])[] = [
    ['platform', `${platform.url}/api/v1${isTaken ? '  (the port that was asked for is taken)' : ''}`],
    ['sign in', `${style.strong(link)}  open it in a browser: once, within 15 minutes`],
    ['contract', `${platform.url}/openapi.json`],
    ['keeps', folder],
    ...(isolationMissing === null
      ? []
      : [
          [
            style.warn('no isolation'),
            `${isolationMissing}. Until then only the example is run, as you, and nothing that you deploy.`,
          ] as const,
        ]),
    ...(example && address
      ? [
          [
            'project',
            `${example.project.title}: version ${example.version.number}, deployed in ${example.environment.name}`,
          ] as const,
          [
            'service',
            call === null
              ? `${address}  does not answer. ${log} says why`
              : call.page
                ? `${style.strong(call.page)}  open it in a browser`
                : address,
          ] as const,
          ...contrastLines(terminal, call?.contrast ?? null, address, (role) => call?.tokens[role] ?? ''),
        ]
      : []),
    ...(call
      ? [
          [
            'change it',
            `edit ${shortPath(call.charter)}, then ${called} deploy ${shortPath(dirname(call.charter))}${isUsual ? '' : ` --folder ${folder}`}`,
          ] as const,
        ]
      : []),
    ['Ctrl-C', 'ends the platform; what is deployed goes on answering, and is there again with the same command'],
  ]
  terminal.line('')
  for (const line of aligned(facts)) terminal.line(line)
}
