import { stringLiteral } from '../node/text.ts'

export interface EngineOf {
  /** Codes of all problems. */
  readonly codes: readonly string[]
  /** Those that come with an HTTP status. */
  readonly byStatus: CodesByStatus
  /** Query parameters whose lists are one value. */
  readonly joined: readonly string[]
  /** The type of what is wrong with an input. */
  readonly inputError: string
  /** A request may say for which organisation it is. */
  readonly isOfOrganisations: boolean
}

export type CodesByStatus = Readonly<Record<string, readonly string[]>>

/** What every client has, whatever its API: how it signs in, sends, and tells a problem. */
export const clientEngine = ({
  codes,
  byStatus,
  joined,
  inputError,
  isOfOrganisations,
}: EngineOf): string => `/** Codes of problems: the same in every style of the API. */
export type ProblemCode = ${codes.map(stringLiteral).join(' | ')}

interface CodesByStatus {
${Object.entries(byStatus)
  .map(([status, of]) => `readonly ${status}: ${of.map(stringLiteral).join(' | ')}`)
  .join('\n')}
}

/** Codes of the problems that come with any of these statuses. */
export type CodeOf<Status extends keyof CodesByStatus> = CodesByStatus[Status]

/** What the operators of a filter take; \`in\` a list, of which one has to be equal. */
interface Conditions<Value> {
  readonly eq?: Value
  readonly ne?: Value
  readonly lt?: Value
  readonly le?: Value
  readonly gt?: Value
  readonly ge?: Value
  readonly in?: readonly Value[]
  readonly like?: string
  readonly startsWith?: string
  readonly isNull?: boolean
}

export type Equality = 'eq' | 'ne' | 'in' | 'isNull'
export type Order = Equality | 'lt' | 'le' | 'gt' | 'ge'
export type Text = Order | 'like' | 'startsWith'

/** What a filter asks of a field: a value to be equal to, or conditions that all hold. */
export type Condition<Value, Operator extends keyof Conditions<Value>> = Value | Pick<Conditions<Value>, Operator>

/** A field to sort by; with \`-\` before it, from the end. */
export type Sort<Field extends string> = Field | \`-\${Field}\`

/** A refusal: \`code\` is for programs, \`detail\` for people, \`errors\` has everything wrong with the input. */
export interface ApiProblem<Code extends string = ProblemCode> {
  readonly code: Code | 'unreachable'
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly errors: readonly ${inputError}[]
  /** Which of the operation's own errors it was. */
  readonly reason?: string
  readonly requestId?: string
}

/** What came back. A problem is a value: its codes are in its type, so that the compiler asks for each. */
export type Result<Value, Code extends string = ProblemCode> =
  | { readonly ok: true; readonly value: Value; readonly status: number; readonly etag: string | null; readonly location: string | null }
  | { readonly ok: false; readonly problem: ApiProblem<Code> }

/** Thrown by \`orThrow\`. */
export class ApiError<Code extends string = ProblemCode> extends Error {
  readonly problem: ApiProblem<Code>
  constructor(problem: ApiProblem<Code>) {
    super(problem.detail)
    this.name = 'ApiError'
    this.problem = problem
  }
}

/** The value, for who would rather have a problem thrown. Throws an ApiError. */
export const orThrow = <Value, Code extends string>(result: Result<Value, Code>): Value => {
  if (result.ok) return result.value
  throw new ApiError(result.problem)
}

export interface ClientOptions {
  /** Where the service is: \`https://api.example.org\`. */
  readonly url: string
  /** An access token or API key, or how to get one; asked for each call. */
  readonly token?: string | (() => string | Promise<string>)${
    isOfOrganisations
      ? `
  /** Which one the calls are for, where whoever makes them belongs to several; asked for each call. */
  readonly organisation?: string | (() => string | undefined)`
      : ''
  }
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** The row, or those of its fields that \`fields\` asked for. */
type Chosen<Input, Row> = Input extends { readonly fields: readonly (infer Field)[] }
  ? Pick<Row, Extract<Field, keyof Row>>
  : Row

type PageOf<Page, Row> = Omit<Page, 'items'> & { readonly items: readonly Row[] }

interface Plan {
  readonly method: string
  readonly path: string
  /** Members of the input that the path has under another name: its own to theirs. */
  readonly keys?: Readonly<Record<string, string>>
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** The type of the body. */
  readonly body?: string
}

/** Lists of the query that are one value with commas. */
const joined: readonly string[] = [${joined.map(stringLiteral).join(', ')}]

const headerNames: Readonly<Record<string, string>> = {
  ifMatch: 'If-Match',
  ifNoneMatch: 'If-None-Match',
  idempotencyKey: 'Idempotency-Key',
}

const sender =
  ({ url, token,${isOfOrganisations ? ' organisation,' : ''} fetch = globalThis.fetch, headers = {} }: ClientOptions, base: string) =>
  async <Value, Code extends string>(plan: Plan, given: object): Promise<Result<Value, Code>> => {
    const input: Readonly<Record<string, unknown>> = { ...given }
    const bearer = typeof token === 'function' ? await token() : token
${isOfOrganisations ? "    const chosen = typeof organisation === 'function' ? organisation() : organisation\n" : ''}    const sent = plan.body === undefined ? undefined : bodyText(plan.body, input.body)
    try {
      const answer = await fetch(\`\${url.replace(/\\/$/, '')}\${base}\${pathOf(plan, input)}\${queryOf(plan, input)}\`, {
        method: plan.method,
        headers: {
          accept: 'application/json',
          ...(bearer === undefined ? {} : { authorization: \`Bearer \${bearer}\` }),
${isOfOrganisations ? "          ...(chosen === undefined ? {} : { 'charter-organisation': chosen }),\n" : ''}          ...(plan.body === undefined ? {} : { 'content-type': plan.body }),
          ...headersOf(plan, input),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
        ...(input.signal instanceof AbortSignal ? { signal: input.signal } : {}),
      })
      const text = await answer.text()
      const told: unknown = /json/.test(answer.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined
      if (answer.status < 400)
        return {
          ok: true,
          // The service answers as its contract says; the contract is what this was made from.
          value: told as Value,
          status: answer.status,
          etag: answer.headers.get('etag'),
          location: answer.headers.get('location'),
        }
      return { ok: false, problem: problemOf<Code>(told, answer.status) }
    } catch (error) {
      if (input.signal instanceof AbortSignal && input.signal.aborted) throw error
      const detail = error instanceof Error ? error.message : String(error)
      return { ok: false, problem: { code: 'unreachable', status: 0, title: 'The service was not reached.', detail, errors: [] } }
    }
  }

const bodyText = (type: string, body: unknown): string =>
  /ndjson|jsonl/.test(type) && Array.isArray(body) ? body.map((line) => JSON.stringify(line)).join('\\n') : JSON.stringify(body)

const pathOf = ({ path, keys = {} }: Plan, input: Readonly<Record<string, unknown>>): string =>
  path.replace(/\\{([^}]+)\\}/g, (_, name: string) => pathStep(String(input[keys[name] ?? name])))

/** \`.\` and \`..\` mean places in an address, however they are escaped, and nothing is no step: these have \`~\` before them. */
const pathStep = (text: string): string => encodeURIComponent(/^~*\\.{0,2}$/.test(text) ? \`~\${text}\` : text)

const headersOf = ({ headers = [] }: Plan, input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap((member) => (input[member] === undefined ? [] : [[headerNames[member] ?? member, String(input[member])]])),
  )

const queryOf = ({ query = [] }: Plan, input: Readonly<Record<string, unknown>>): string => {
  const pairs = query.flatMap((name) => {
    const value = input[name]
    return joined.includes(name) && Array.isArray(value) ? [[name, value.join(',')] as const] : pairsOf(name, value)
  })
  const text = pairs.map(([name, value]) => \`\${encodeURIComponent(name)}=\${encodeURIComponent(value)}\`).join('&')
  return text === '' ? '' : \`?\${text}\`
}

/** \`filter[name][like]=A%\`: members below their names, lists repeated. */
const pairsOf = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.map((each) => [name, String(each)] as const)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, each]) => pairsOf(\`\${name}[\${member}]\`, each))
  return [[name, String(value)]]
}

const problemOf = <Code extends string>(told: unknown, status: number): ApiProblem<Code> => {
  const known = typeof told === 'object' && told !== null && 'code' in told ? (told as Partial<ApiProblem<Code>>) : {}
  return {
    code: known.code ?? 'unreachable',
    status,
    title: known.title ?? 'The answer is none of the service.',
    detail: known.detail ?? \`Something between answered \${status}.\`,
    errors: known.errors ?? [],
    ...(known.reason === undefined ? {} : { reason: known.reason }),
    ...(known.requestId === undefined ? {} : { requestId: known.requestId }),
  }
}`
