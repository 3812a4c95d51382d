import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { programToken, signInProgram } from '@charter/server/program'
import { type Asked, defineCommand, exitCodes, jsonOption, required } from '../command.ts'
import { credentialsFile, platformAddress, platformRefusals } from '../platform-place.ts'
import type { Terminal } from '../terminal.ts'

export const login = defineCommand({
  usage: '<address of a platform> [--token]',
  options: {
    token: { type: 'boolean', description: 'Print a token of five minutes, of who is signed in here already.' },
    json: jsonOption,
  },
  examples: [
    'charter login https://charter.example.org',
    'curl -H "Authorization: Bearer $(charter login --token https://charter.example.org)" https://charter.example.org/api/v1/projects',
  ],
  run: async (asked, terminal) => {
    const address = platformAddress(required(asked, 0, 'The address of a platform'))
    const file = credentialsFile(process.env)
    const done = asked.flag('token') ? programToken(address, file) : signIn(address, file, terminal)
    say(asked, terminal, await done.catch(platformRefusals), address)
    return exitCodes.fine
  },
})

/** A token, or null where somebody signed in. */
const say = (asked: Asked, terminal: Terminal, token: string | null, address: string): void => {
  if (asked.flag('json')) terminal.json(token === null ? { signedInTo: address } : { token })
  else terminal.line(token ?? `Signed in to ${address}, for thirty days. Next: charter login --token ${address}`)
}

const signIn = async (address: string, file: string, terminal: Terminal): Promise<null> => {
  await signInProgram({
    address,
    program: `charter on ${hostname()}`,
    file,
    onCode: ({ code, at }) => terminal.note(`Open ${at} in a browser where you are signed in, and type ${code}`),
    wait: (ms) => setTimeout(ms),
  })
  return null
}
