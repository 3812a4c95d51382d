/** Thrown with every mistake in the environment at once, each saying what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
