import { ConfigError } from '@charter/runtime'

const [usualMinutes, mostMinutes] = [120, 720]

/** `SESSION_IDLE`: for how many minutes a session of production may lie unused before it ends; in milliseconds. Throws a ConfigError. */
export const sessionIdleMs = ({ SESSION_IDLE: text = '' }: Readonly<Record<string, string | undefined>>): number => {
  const minutes = text === '' ? usualMinutes : Number(text)
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > mostMinutes)
    throw new ConfigError(
      `SESSION_IDLE is a whole number of minutes from 1 to ${mostMinutes}: how long a session may lie unused before it ends.`,
    )
  return minutes * 60_000
}
