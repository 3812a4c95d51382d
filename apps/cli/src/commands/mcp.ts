import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { connectors } from '@charter/connectors'
import { requireSound } from '@charter/project/check'
import { developmentIssuerOf } from '@charter/project/development-issuer'
import { loadCharter } from '@charter/project/load'
import { bridgeMcp, type McpProgram, mcpConfig, mcpPrograms } from '@charter/project/mcp-stdio'
import { startMock } from '@charter/project/mock'
import { pageData } from '@charter/project/page-data'
import { isSafeUrl } from '@charter/runtime/service'
import { derive } from '@charter/service'
import { type Asked, defineCommand, EnvironmentFault, exitCodes, UsageError } from '../command.ts'
import { stopAsked, untilAsked } from '../until-stopped.ts'

export const mcp = defineCommand({
  usage: '[<file or folder>] --as <role> [--url <service>] [--print-config claude|claude-code|cursor|vscode]',
  options: {
    as: { type: 'string', value: 'role', description: 'Whom the agent acts as: its rules and its record.' },
    url: {
      type: 'string',
      value: 'service',
      description:
        'A running service, like http://127.0.0.1:8080. Left out: made-up rows, gone when the agent ends. CHARTER_TOKEN is its token; else one for development is signed with the project’s key.',
    },
    'print-config': {
      type: 'string',
      value: 'program',
      description: 'Print what to tell Claude, Cursor or VS Code, and end.',
    },
  },
  examples: [
    'charter mcp ./clinic --as clinician',
    'charter mcp ./clinic --as clinician --url http://127.0.0.1:8080',
    'charter mcp ./clinic --as clinician --print-config vscode',
  ],
  run: async (asked, terminal) => {
    const path = asked.words[0] ?? '.'
    const loaded = await loadCharter(path)
    const charter = requireSound(loaded)
    const role = asked.text('as')
    if (role === undefined || !charter.access.roles.includes(role))
      throw new UsageError(`Say whom the agent acts as with --as: ${charter.access.roles.join(', ')}.`)
    if (!charter.serves.includes('mcp'))
      throw new EnvironmentFault(
        'This charter does not serve MCP: add mcp to `serves`, and say under `mcp: { tools }` what it may.',
      )
    const program = asked.text('print-config')
    if (program !== undefined) {
      if (!isProgram(program)) throw new UsageError(`--print-config takes one of ${mcpPrograms.join(', ')}.`)
      const { file, text } = mcpConfig(program, { name: charter.name, ...commandOf(asked, resolve(path), role) })
      terminal.note(`In ${file}:`)
      terminal.line(text)
      return exitCodes.fine
    }
    const url = asked.text('url')
    if (url !== undefined && !isSafeUrl(url))
      throw new UsageError(
        '--url takes an https: address, or one of this machine: the token and what it reads go there.',
      )
    // Standard output is the protocol's alone.
    console.log = console.error
    const mock =
      url === undefined ? await startMock({ file: path, port: 0, as: null, seed: 1, rowsPerEntity: 12 }) : null
    const token = mock ? () => mock.tokens[role] ?? '' : await tokenFor(loaded, role)
    const service = (url ?? mock?.url ?? '').replace(/\/+$/, '')
    terminal.note(
      `${charter.title} over stdio as ${role}, ${mock ? 'on made-up rows' : `at ${service}`}. It ends with its input.`,
    )
    // Programs end their servers with a signal where closing the input does not do it.
    await Promise.race([
      bridgeMcp({ url: `${service}/mcp`, token, input: process.stdin, output: process.stdout }),
      untilAsked(stopAsked()),
    ])
    process.stdin.destroy()
    await mock?.close()
    return exitCodes.fine
  },
})

const isProgram = (name: string): name is McpProgram => mcpPrograms.some((each) => each === name)

/** Programs start it without a shell's folder or search path, so everything is named whole. */
const commandOf = (asked: Asked, folder: string, role: string) => {
  const url = asked.text('url')
  // What runs now, wherever it is installed; npm's link to it has no ending that Node knows.
  const own = realpathSync(process.argv[1] ?? '')
  return {
    command: process.execPath,
    args: [own, 'mcp', folder, '--as', role, ...(url === undefined ? [] : ['--url', url])],
  }
}

/** A token of the environment, or one that the project's own key signs, for a service in development. */
const tokenFor = async (
  loaded: Awaited<ReturnType<typeof loadCharter>>,
  role: string,
): Promise<() => Promise<string>> => {
  const given = process.env.CHARTER_TOKEN
  if (given !== undefined) return async () => given
  const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
  const issuer = await developmentIssuerOf(loaded.folder, derived.charter, process.env)
  const claims = pageData(derived, loaded).roles.find(({ name }) => name === role)?.claims ?? {}
  return () => issuer.token([role], claims)
}
