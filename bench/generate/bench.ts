import type { BenchReport } from '../report.ts'
export const generate = async (): Promise<BenchReport> => ({ bench: 'generate', figures: {}, ratios: {}, bars: [] })
