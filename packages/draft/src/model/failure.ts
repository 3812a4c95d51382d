/** Why a model gave no draft: expected, told in one sentence with what to do. Never holds a key. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  /** What the server answered, where it did. */
  readonly status: number | undefined
  constructor(sentence: string, options: { readonly cause?: unknown; readonly status?: number } = {}) {
    super(sentence, { cause: options.cause })
    this.status = options.status
  }
}

interface CallError {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isRetryable: boolean
  readonly said: string | undefined
}

/** What is known of a failed HTTP call of the SDK (`APICallError`), or null for any other error. */
export const callErrorOf = (error: unknown): CallError | null => {
  if (!(error instanceof Error) || error.name !== 'AI_APICallError') return null
  const given = error as Error & Readonly<Record<string, unknown>>
  return {
    status: typeof given.statusCode === 'number' ? given.statusCode : undefined,
    headers: (given.responseHeaders ?? {}) as Readonly<Record<string, string>>,
    isRetryable: given.isRetryable === true,
    said: given.statusCode === undefined ? undefined : error.message,
  }
}

/** What goes wrong where the packages that speak to models are loaded or used, as a failure; one that can be told closer stays as it is. */
export const brokenBy = (error: unknown): unknown => {
  if (error instanceof ModelFailure || callErrorOf(error)) return error
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND'
  return new ModelFailure(isMissing ? missing : broken, { cause: error })
}

const missing = 'the packages that speak to models are not installed. Run: npm install'
const broken = 'the answer broke off or could not be read. Try again, or try another model.'

/** The failure of a call that failed for good; `secrets` are cut out of whatever the server said. Null for an error that is a bug. */
export const failureOf = (error: unknown, model: string, secrets: readonly string[]): ModelFailure | null => {
  if (error instanceof ModelFailure) return error
  const call = callErrorOf(error)
  if (!call) return null
  const { status } = call
  const sentence =
    status === undefined ? unreachable(model) : status < 300 ? broken : statusSentence(status, call, model, secrets)
  return new ModelFailure(sentence, { cause: error, ...(status !== undefined && { status }) })
}

const unreachable = (model: string): string =>
  `the server of ${model} could not be reached. Check the network and CHARTER_MODEL_URL.`

const statusSentence = (status: number, call: CallError, model: string, secrets: readonly string[]): string => {
  if (status === 401 || status === 403)
    return `the server of ${model} refused the credentials (${status}). Check the key in the environment.`
  if (status === 404) return `the server knows no ${model} (404). Check the name, and CHARTER_MODEL_URL.`
  if (status === 429) return `the server of ${model} asks to wait (429)${waitText(call)}. Try again later.`
  if (status >= 500) return `the server of ${model} failed (${status}). Try again later.`
  return `the server of ${model} refused the request (${status})${saidText(call, secrets)}. Try another model.`
}

const waitText = ({ headers }: CallError): string => {
  const wait = headers['retry-after']
  return wait !== undefined && /^\d+$/.test(wait) ? `, for ${wait} seconds` : ''
}

const saidText = ({ said }: CallError, secrets: readonly string[]): string => {
  if (said === undefined) return ''
  const cut = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said)
  const plain = cut.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return plain === '' ? '' : `: "${plain.slice(0, 160)}"`
}
