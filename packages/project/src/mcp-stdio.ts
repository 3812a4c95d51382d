import type { Readable, Writable } from 'node:stream'
import { bodyText, parseExact } from '@charter/runtime'
import { messageLines } from './message-lines.ts'

export interface McpBridge {
  /** The endpoint: `https://clinic.example.org/mcp`. */
  readonly url: string
  /** Asked before each message: a token may end. */
  readonly token: () => string | Promise<string>
  readonly input: Readable
  readonly output: Writable
}

const messageBytesMax = 4 * 2 ** 20
const timeoutMs = 120_000
const atOnceMax = 8

interface Message {
  readonly id?: string | number | null
  readonly method?: string
}

/**
 * MCP over stdio (Transports, stdio) before a service that speaks it over HTTP: each line is a message that is posted, each answer a line.
 * What the service refuses is an error of JSON-RPC, with the service's own sentence. Resolves when the input ends.
 */
export const bridgeMcp = async ({ url, token, input, output }: McpBridge): Promise<void> => {
  let version: string | null = null
  const running = new Set<Promise<void>>()
  const say = (message: unknown): void => void output.write(`${JSON.stringify(message)}\n`)
  const pass = async (line: string): Promise<void> => {
    const message = parsed(line)
    if (message === null) return say(failure(null, -32_700, 'Send one message of JSON-RPC a line.'))
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/json',
          // Both have to be taken; a service of ours answers with the first.
          accept: 'application/json, text/event-stream',
          ...(version !== null && message.method !== 'initialize' && { 'mcp-protocol-version': version }),
        },
        body: line,
        // Elsewhere is not where it was told to ask, and the message has what somebody's rows hold.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await bodyText(answer)
      const told = parsed(text) as (Message & Told) | null
      if (answer.ok && typeof told?.result?.protocolVersion === 'string') version = told.result.protocolVersion
      // A notification, or an answer of the client's own, has none.
      if (answer.ok && (message.id === undefined || message.method === undefined)) return
      // An error may not know whose it is (JSON-RPC 2.0, section 5).
      const isOwn =
        told?.jsonrpc === '2.0' && (told.id === message.id || (told.id === null && told.error !== undefined))
      if (answer.ok && isOwn) say({ ...told, id: message.id })
      else if (answer.ok) say(failure(message.id, -32_003, `What ${url} answered is not this message's answer.`))
      else if (message.id !== undefined)
        say(
          failure(
            message.id,
            -32_001,
            told?.detail ?? told?.error?.message ?? `The service answered ${answer.status}.`,
          ),
        )
    } catch (error) {
      if (message.id !== undefined)
        say(failure(message.id, -32_002, `${whyOf(error)} Is the service at ${url} running?`))
    }
  }
  for await (const bytes of messageLines(input, messageBytesMax)) {
    if (bytes === null) {
      say(failure(null, -32_600, `A message has at most ${messageBytesMax} bytes.`))
      continue
    }
    const line = bytes.toString().trim()
    if (line === '') continue
    const passing: Promise<void> = pass(line).finally(() => running.delete(passing))
    running.add(passing)
    if (running.size >= atOnceMax) await Promise.race(running)
  }
  await Promise.all(running)
}

interface Told {
  readonly jsonrpc?: string
  readonly result?: { readonly protocolVersion?: string }
  readonly detail?: string
  readonly error?: { readonly message?: string }
}

const parsed = (text: string): Message | null => {
  try {
    const value: unknown = parseExact(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const failure = (id: Message['id'], code: number, message: string) => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message },
})

const whyOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? `${cause.message}.` : 'The service was not reached.'
}

/** Programs that are given MCP servers, each with how it is told of one. */
export const mcpPrograms = ['claude', 'claude-code', 'cursor', 'vscode'] as const
export type McpProgram = (typeof mcpPrograms)[number]

export interface McpServerCommand {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** Where the program looks, and what to put there. */
export const mcpConfig = (
  program: McpProgram,
  { name, command, args }: McpServerCommand,
): { readonly file: string; readonly text: string } => {
  const json = (value: unknown): string => JSON.stringify(value, null, 2)
  switch (program) {
    case 'claude':
      return { file: 'claude_desktop_config.json', text: json({ mcpServers: { [name]: { command, args } } }) }
    case 'claude-code':
      return { file: '.mcp.json', text: json({ mcpServers: { [name]: { type: 'stdio', command, args } } }) }
    case 'cursor':
      return { file: '.cursor/mcp.json', text: json({ mcpServers: { [name]: { command, args } } }) }
    case 'vscode':
      return { file: '.vscode/mcp.json', text: json({ servers: { [name]: { type: 'stdio', command, args } } }) }
  }
}
