import { servedOver } from './analyse/statements.ts'
import type { Statements } from './analysis.ts'
import type { Outline } from './outline.ts'

/** What a draft can say in a charter today, by statement; the rest is asked about. */
const honoured = { language: ['node'], database: ['sqlite'] } as const

/** Limits, and a question for each thing that the words ask for and a charter cannot say yet. */
export const addStatements = (statements: Statements, outline: Outline): void => {
  const { pageSize, rateLimit, styles, language, database, frameworks } = statements
  outline.serves = servedOver(styles)
  if (pageSize !== null && pageSize >= 1 && pageSize <= pageSizeMost) outline.pageSize = pageSize
  const ask = (sentence: string, choices: readonly string[] = []): void => {
    outline.questions.push({ about: '', sentence, choices })
  }
  if (language !== null && !isIn(honoured.language, language))
    ask(`The words ask for source in ${language}. What is generated is ${honoured.language.join(', ')}; is that fine?`)
  if (database !== null && !isIn(honoured.database, database))
    ask(
      `The words name ${database} as the database. Drafted with a SQLite database of its own; write an existing one under \`sources\`.`,
      ['SQLite for now', `an existing ${database} database`],
    )
  if (frameworks.length > 0)
    ask(`The words name ${frameworks.join(', ')}. No framework is checked yet: who reviews the draft for it?`)
  if (rateLimit !== null)
    ask(`The words ask for at most ${rateLimit} requests a minute. A charter cannot say so yet: what keeps that limit?`)
}

const pageSizeMost = 1000

const isIn = (known: readonly string[], name: string): boolean => known.includes(name)
