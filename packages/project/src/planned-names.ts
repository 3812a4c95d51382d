import type { PlannedNames } from '@charter/charter'

/** What a charter may name before it is built: `check` warns of it, `generate` and `run` refuse it. Other names are mistakes. */
export const plannedNames: PlannedNames = {
  styles: [],
  databases: [],
  frameworks: ['hipaa', 'gdpr', 'pci-dss', 'soc2', 'iso27001', 'sox', 'ferpa', 'fedramp'],
}
