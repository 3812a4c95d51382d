import { didYouMean } from '@charter/charter'

/** Who answers: a provider's own service, a cloud's, or any server that speaks OpenAI's chat completions. */
export const providerNames = [
  'anthropic',
  'openai',
  'azure',
  'bedrock',
  'google',
  'ollama',
  'openai-compatible',
] as const
export type ProviderName = (typeof providerNames)[number]

/** `anthropic:claude-sonnet-5-5`; for Azure the name is that of a deployment. */
export interface ModelName {
  readonly provider: ProviderName
  readonly name: string
}

/** A model's name from `provider:name`; an `error` sentence when it is none. */
export const readModelName = (text: string): ModelName | { readonly error: string } => {
  const at = text.indexOf(':')
  const provider = (at < 0 ? text : text.slice(0, at)).trim()
  const name = at < 0 ? '' : text.slice(at + 1).trim()
  const known = providerNames.find((each) => each === provider)
  if (!known) {
    const hint = didYouMean(provider, providerNames) ?? `Known: ${providerNames.join(', ')}.`
    return {
      error: `There is no provider of models "${provider}". ${hint} Write provider:name, as in ollama:llama3.3.`,
    }
  }
  if (!/^[\w./:@-]{1,200}$/.test(name))
    return { error: `"${text}" names no model. Write provider:name, as in ollama:llama3.3.` }
  return { provider: known, name }
}

export const modelText = ({ provider, name }: ModelName): string => `${provider}:${name}`
