import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { signAwsRequest } from '@charter/runtime/service'

/** Moto, another's stand-in for AWS; where `moto_server` is on the path. */
export const motoServer = (): string | null => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'moto_server')
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return null
}

export interface Moto {
  readonly endpoint: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  close(): void
}

const anybody = { accessKeyId: 'AKIDANYBODY', secretAccessKey: 'anything' }

/**
 * Starts it with one user. `isChecking`: requests have to be signed with that one's key. It checks them without their query,
 * so only those that have none can be right.
 */
export const startMoto = async (program: string, isChecking: boolean): Promise<Moto> => {
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const server = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(isChecking && { INITIAL_NO_AUTH_ACTION_COUNT: '3' }) },
  })
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => chunk.includes('Running on') && resolve())
    server.once('exit', () => reject(new Error('moto_server ended before it listened.')))
  })
  const iam = async (query: Readonly<Record<string, string>>): Promise<string> => {
    const url = new URL(`${endpoint}/?${new URLSearchParams({ Version: '2010-05-08', ...query })}`)
    const scope = { credentials: anybody, region: 'us-east-1', service: 'iam', nowMs: Date.UTC(2026, 0, 1) }
    const headers = await signAwsRequest({ method: 'GET', url: url.href, headers: {} }, scope)
    const answer = await fetch(url, { headers })
    if (!answer.ok) throw new Error(`moto_server refused ${query.Action}: ${await answer.text()}`)
    return answer.text()
  }
  await iam({ Action: 'CreateUser', UserName: 'witness' })
  const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] }
  await iam({ Action: 'PutUserPolicy', UserName: 'witness', PolicyName: 'all', PolicyDocument: JSON.stringify(policy) })
  const made = await iam({ Action: 'CreateAccessKey', UserName: 'witness' })
  const [accessKeyId = '', secretAccessKey = ''] = ['AccessKeyId', 'SecretAccessKey'].map(
    (name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(made)?.[1],
  )
  return { endpoint, credentials: { accessKeyId, secretAccessKey }, close: () => void server.kill() }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
