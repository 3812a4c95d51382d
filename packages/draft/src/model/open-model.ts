import type { LanguageModel } from 'ai'
import { brokenBy, ModelFailure } from './failure.ts'
import { type ModelName, modelText, type ProviderName } from './model-name.ts'

/** Variables by name, as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface OpenedModel {
  readonly model: LanguageModel
  /** To be cut out of whatever is said. */
  readonly secrets: readonly string[]
}

interface Provider {
  /** Variables that hold keys; any one list of them is enough. None: no key is needed. */
  readonly keys: readonly (readonly string[])[]
  /** Keys that are used where they are there. */
  readonly optionalKeys?: readonly string[]
  /** Where the provider answers, unless `CHARTER_MODEL_URL` says so; undefined where only that can. */
  readonly url: (read: Read) => string | undefined
  readonly urlHint?: string
  readonly open: (settings: Settings) => Promise<LanguageModel>
}

type Read = (variable: string) => string | undefined

interface Settings {
  readonly name: string
  readonly url: string
  readonly read: Read
  /** The first of these variables that is set. */
  readonly key: (...variables: readonly string[]) => string
  readonly fetch: typeof fetch
}

const providers: Readonly<Record<ProviderName, Provider>> = {
  anthropic: {
    keys: [['ANTHROPIC_API_KEY']],
    url: () => 'https://api.anthropic.com/v1',
    open: async ({ name, url, key, fetch }) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: key('ANTHROPIC_API_KEY'), baseURL: url, fetch })(name)
    },
  },
  openai: {
    keys: [['OPENAI_API_KEY']],
    url: () => 'https://api.openai.com/v1',
    open: async ({ name, url, key, fetch }) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: key('OPENAI_API_KEY'), baseURL: url, fetch })(name)
    },
  },
  azure: {
    keys: [['AZURE_API_KEY'], ['AZURE_OPENAI_API_KEY']],
    url: (read) => {
      const resource = read('AZURE_RESOURCE_NAME')
      return /^[a-z\d-]{1,63}$/i.test(resource ?? '') ? `https://${resource}.openai.azure.com/openai/v1` : undefined
    },
    urlHint: 'AZURE_RESOURCE_NAME',
    open: async ({ name, url, key, fetch }) => {
      const { createAzure } = await import('@ai-sdk/azure')
      return createAzure({ apiKey: key('AZURE_API_KEY', 'AZURE_OPENAI_API_KEY'), baseURL: url, fetch })(name)
    },
  },
  bedrock: {
    keys: [['AWS_BEARER_TOKEN_BEDROCK'], ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']],
    optionalKeys: ['AWS_SESSION_TOKEN'],
    url: (read) => {
      const region = read('AWS_REGION')
      if (!/^[a-z\d-]{1,40}$/.test(region ?? '')) return undefined
      return `https://bedrock-runtime.${region}.amazonaws.com${region?.startsWith('cn-') ? '.cn' : ''}`
    },
    urlHint: 'AWS_REGION',
    open: async ({ name, url, read, key, fetch }) => {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
      const token = read('AWS_BEARER_TOKEN_BEDROCK')
      const session = read('AWS_SESSION_TOKEN')
      const signed = () => ({
        region: key('AWS_REGION'),
        accessKeyId: key('AWS_ACCESS_KEY_ID'),
        secretAccessKey: key('AWS_SECRET_ACCESS_KEY'),
        ...(session !== undefined && { sessionToken: session }),
      })
      const settings = token === undefined ? signed() : { apiKey: token }
      return createAmazonBedrock({ ...settings, baseURL: url, fetch })(name)
    },
  },
  google: {
    keys: [['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY'], ['GOOGLE_API_KEY']],
    url: () => 'https://generativelanguage.googleapis.com/v1beta',
    open: async ({ name, url, key, fetch }) => {
      const { createGoogle } = await import('@ai-sdk/google')
      const apiKey = key('GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY')
      return createGoogle({ apiKey, baseURL: url, fetch })(name)
    },
  },
  ollama: {
    keys: [],
    url: () => 'http://127.0.0.1:11434/v1',
    open: (settings) => openCompatible('ollama', settings),
  },
  'openai-compatible': {
    keys: [],
    optionalKeys: ['CHARTER_MODEL_KEY'],
    url: () => undefined,
    open: (settings) => openCompatible('openai-compatible', settings),
  },
}

const openCompatible = async (provider: string, { name, url, read, fetch }: Settings): Promise<LanguageModel> => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const apiKey = provider === 'ollama' ? undefined : read('CHARTER_MODEL_KEY')
  return createOpenAICompatible({
    name: provider,
    baseURL: url,
    ...(apiKey !== undefined && { apiKey }),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
  })(name)
}

/**
 * The model, from what the environment says: keys by the providers' usual names, `CHARTER_MODEL_URL` for another place to
 * ask. Loads the provider's package. Rejects with a ModelFailure that names the variable that is missing.
 */
export const openModel = async (wanted: ModelName, environment: Environment): Promise<OpenedModel> => {
  const provider = providers[wanted.provider]
  const read: Read = (variable) => environment[variable]?.trim() || undefined
  requireKeys(wanted, provider, read)
  const url = urlOf(wanted, provider, read)
  const secrets = [...provider.keys.flat(), ...(provider.optionalKeys ?? [])].flatMap((name) => read(name) ?? [])
  if (secrets.length > 0) refuseBareHttp(url)
  const key = (...variables: readonly string[]) => variables.map(read).find((value) => value !== undefined) ?? ''
  const opening = provider.open({ name: wanted.name, url, read, key, fetch: fetchNoRedirect })
  const model = await opening.catch((error: unknown) => {
    throw brokenBy(error)
  })
  return { model, secrets }
}

const requireKeys = (wanted: ModelName, { keys }: Provider, read: Read): void => {
  const isEnough = keys.length === 0 || keys.some((each) => each.every((variable) => read(variable) !== undefined))
  if (isEnough) return
  const ways = keys.map((each) => each.join(' and ')).join(', or ')
  throw new ModelFailure(`${modelText(wanted)} needs a key that the environment does not hold. Set ${ways}.`)
}

const urlOf = (wanted: ModelName, provider: Provider, read: Read): string => {
  const url = read('CHARTER_MODEL_URL') ?? provider.url(read)
  if (url === undefined) {
    const ways = [...(provider.urlHint === undefined ? [] : [provider.urlHint]), 'CHARTER_MODEL_URL'].join(' or ')
    throw new ModelFailure(`it is not said where ${modelText(wanted)} is. Set ${ways}.`)
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ModelFailure('CHARTER_MODEL_URL is no http or https URL. Write it as https://host/v1.')
  return url.replace(/\/+$/, '')
}

/** A key goes over plain HTTP to this machine alone. */
const refuseBareHttp = (url: string): void => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return
  throw new ModelFailure(`a key would go to ${hostname} over plain HTTP. Use an https URL in CHARTER_MODEL_URL.`)
}

/** A server that answers elsewhere would take the key along. */
const fetchNoRedirect: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
