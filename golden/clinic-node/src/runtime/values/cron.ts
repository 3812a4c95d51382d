import { Cron } from 'croner'

/** Five fields of crontab(5), with names of days and months, in a time zone of the IANA database. */
export interface CronTime {
  readonly cron: string
  readonly zone: string
}

/**
 * The first moment after one, in epoch milliseconds; null where none comes any more. What the clock skips when summer time begins comes when it
 * goes on, and what it shows twice comes once. Throws an Error for what is no cron expression.
 */
export const cronAfter = ({ cron, zone }: CronTime, afterMs: number): number | null =>
  opened(cron, zone).nextRun(new Date(afterMs))?.getTime() ?? null

/** Why it is none, or never comes; null where it does. */
export const cronMistake = ({ cron, zone }: CronTime): string | null => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return `there is no time zone \`${zone}\``
  }
  try {
    return cronAfter({ cron, zone }, Date.UTC(2026, 0, 1)) === null ? `\`${cron}\` never comes` : null
  } catch {
    return `\`${cron}\` is no cron expression`
  }
}

/** Nothing is begun by it: it only says when. */
const opened = (cron: string, zone: string): Cron => new Cron(cron, { timezone: zone, paused: true, mode: '5-part' })
