import { readFileSync } from 'node:fs'
import { defineCommand, exitCodes, required, UsageError } from '../command.ts'
import { folderOption, platformPlace, platformRefusals, toOption } from '../platform-place.ts'

export const api = defineCommand({
  usage: '<path> [<JSON> | -] [--method <method>] [--to <address>]',
  wordsMax: 2,
  options: {
    method: { type: 'string', value: 'method', description: 'Default: GET, and POST where something is sent.' },
    to: toOption,
    folder: folderOption,
  },
  examples: [
    'charter api projects',
    'charter api environments \'{"projectId": "…", "name": "trial"}\'',
    'charter api deployments/…/stop --method POST',
  ],
  run: async (asked, terminal) => {
    const path = required(asked, 0, 'What is asked for, like `projects`,').replace(/^\/(?:api\/v1\/)?/, '')
    const body = sent(asked.words[1])
    const method = (asked.text('method') ?? (body === undefined ? 'GET' : 'POST')).toUpperCase()
    if (!/^[A-Z]+$/.test(method) || /\s/.test(path)) throw new UsageError('A method is one word, and a path another.')
    const { calls } = await platformPlace(asked)
    terminal.json(await calls<object | null>(`${method} ${path}`, body).catch(platformRefusals))
    return exitCodes.fine
  },
})

/** `-`: what comes by standard input. Throws a UsageError where it is no JSON object. */
const sent = (word: string | undefined): object | undefined => {
  if (word === undefined) return undefined
  try {
    const read: unknown = JSON.parse(word === '-' ? readFileSync(0, 'utf8') : word)
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // Said below.
  }
  throw new UsageError('What is sent has to be a JSON object.')
}
