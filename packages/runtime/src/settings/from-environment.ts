import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/** A secret from the environment: the variable itself, or the file that `<name>_FILE` names. Throws a ConfigError. */
export const fromEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined => {
  const [value, file] = [env[name], env[`${name}_FILE`]]
  if (value !== undefined || file === undefined) return value
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${name}_FILE names a file that cannot be read: ${(error as Error).message}.`)
  }
}
