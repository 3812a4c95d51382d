/** How this program is called from a shell: installed it is on the path; a checkout runs its sources, and npx finds it there. */
export const called: string = import.meta.url.endsWith('.ts') ? 'npx charter' : 'charter'
