import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { isObject, type Json, type JsonObject, ProblemError, parseJson, problem } from '../runtime/index.ts'
import type { GraphqlRequest } from './graphql-request.ts'

/** The GraphQL request of an HTTP request (GraphQL over HTTP, section 5). Throws a ProblemError (`malformed`). */
export const requestOf = (request: FastifyRequest): GraphqlRequest =>
  requestIn(request.method === 'POST' ? bodyOf(request) : queryOf(request.raw.url ?? ''))

/** The parameters of a request, whatever brought them. Throws a ProblemError (`malformed`). */
export const requestIn = (json: Json | undefined): GraphqlRequest => {
  if (!isObject(json)) throw malformed('Send a JSON object with "query", and "variables" where it has some.')
  const { query = null, operationName = null, variables = null, extensions = null } = json
  if (query !== null && typeof query !== 'string') throw malformed('"query" is the text of a document.')
  if (operationName !== null && typeof operationName !== 'string') throw malformed('"operationName" is text.')
  return {
    query,
    operationName,
    variables: mapOf(variables, 'variables'),
    extensions: mapOf(extensions, 'extensions'),
  }
}

const mapOf = (json: Json, name: string): JsonObject => {
  if (json === null) return {}
  if (isObject(json)) return json
  throw malformed(`"${name}" is a JSON object.`)
}

const bodyOf = ({ body, headers }: FastifyRequest): Json => {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8')
    throw new ProblemError(problem('unsupported-media-type', { detail: 'Send JSON in UTF-8.' }))
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw malformed('Send a JSON body, with Content-Type: application/json.')
  // RFC 8259 section 8.1: JSON between systems is UTF-8.
  if (!isUtf8(body)) throw malformed('The body is not UTF-8.')
  return parsed(body.toString('utf8'))
}

const parsed = (text: string): Json => {
  const json = parseJson(text)
  if ('value' in json) return json.value
  throw json.errors.some(({ code }) => code === 'format')
    ? malformed(json.errors[0]?.message ?? 'The body is not JSON.')
    : new ProblemError(problem('invalid-input', { errors: json.errors }))
}

/** `?query=…&operationName=…&variables={…}&extensions={…}` */
const queryOf = (url: string): JsonObject => {
  const at = url.indexOf('?')
  const given = new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
  const text = (name: string) => given.get(name)
  const json = (name: string): Json => {
    const found = text(name)
    return found === null || found === '' ? null : parsed(found)
  }
  return {
    query: text('query'),
    operationName: text('operationName') || null,
    variables: json('variables'),
    extensions: json('extensions'),
  }
}

const malformed = (detail: string): ProblemError => new ProblemError(problem('malformed', { detail }))
