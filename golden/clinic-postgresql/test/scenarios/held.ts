import { once } from 'node:events'
import { connect } from 'node:http2'
import { connect as connectBare } from 'node:net'
import type { AskOptions } from './ask.ts'
import { credentialHeader } from './ask.ts'
import { bareBytes } from './ask-bare.ts'
import { conversation } from './converse.ts'
import type { Bare, Step } from './scenario.ts'

const timeoutMs = 10_000

/** Lets go of what is held. */
export type Release = () => Promise<void>

/**
 * Opens what a step opens, as often as it `holds`, one after another, and keeps it open: streams of gRPC until something has come of each,
 * conversations when they have said what they say, answers over HTTP whose headers have come, bare requests whose body never comes. Rejects where that takes more than 10 s.
 */
export const hold = async (asking: AskOptions, step: Step): Promise<Release> => {
  const open = asking.isGrpc
    ? streamOf(asking, step)
    : step.turns
      ? conversationOf(asking, step)
      : step.bare
        ? headOf(asking, step.bare)
        : answerOf(asking, step)
  const releases: Release[] = []
  const release = async (): Promise<void> => {
    await Promise.all(releases.map((each) => each()))
  }
  try {
    for (let count = 0; count < (step.holds ?? 0); count++) releases.push(await open())
  } catch (error) {
    await release()
    throw error
  }
  return release
}

const conversationOf =
  ({ url }: AskOptions, { path, protocols, turns = [] }: Step) =>
  async (): Promise<Release> => {
    const { close } = await conversation(
      url + path,
      protocols,
      turns.filter((turn) => !('untilClosed' in turn || 'until' in turn)),
    )
    return close
  }

const headOf =
  ({ url }: AskOptions, { lines }: Bare) =>
  async (): Promise<Release> => {
    const { hostname, port } = new URL(url)
    const socket = connectBare({ host: hostname, port: Number(port) })
    // What it is answered, and when it ends, is nobody's question.
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    await new Promise((done) => socket.write(bareBytes({ lines }), done))
    return async () => void socket.destroy()
  }

const answerOf =
  ({ url, token }: AskOptions, { path, method, headers, body, shows }: Step) =>
  async (): Promise<Release> => {
    const gone = new AbortController()
    const timer = setTimeout(() => gone.abort(late(path)), timeoutMs)
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token === null ? {} : credentialHeader(token, shows)),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: gone.signal,
    }).finally(() => clearTimeout(timer))
    // Kept until then: a response that nobody holds is given up when memory is tidied.
    return async () => {
      gone.abort()
      await response.body?.cancel().catch(() => {})
    }
  }

const streamOf =
  ({ url, token }: AskOptions, { path, method, headers, bytes = '', shows }: Step) =>
  (): Promise<Release> =>
    new Promise((resolve, reject) => {
      const session = connect(url)
      const fail = (error: Error): void => {
        clearTimeout(timer)
        session.destroy()
        reject(error)
      }
      const timer = setTimeout(() => fail(late(path)), timeoutMs)
      // Once it is held, its end is what the step asks about.
      session.on('error', fail)
      const stream = session.request({
        ':method': method,
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...(token === null ? {} : credentialHeader(token, shows)),
        ...headers,
      })
      stream.on('error', () => {})
      stream.once('close', () => fail(new Error(`${path} ended before anything came of it`)))
      stream.once('response', () => {
        clearTimeout(timer)
        resolve(async () => session.destroy())
      })
      stream.end(Buffer.from(bytes, 'base64'))
    })

const late = (path: string): Error => new Error(`nothing has come of ${path} in ${timeoutMs} ms`)
