// Property tests explore with a new seed on every run, and print it when they fail. In CI the seed is fixed: a change is
// judged by what it changed. Run them without CI=true to look further.
import fc from 'fast-check'

if (process.env.CI === 'true') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 })
