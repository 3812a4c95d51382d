/** What people may do, from most to least. */
export const all = ['create', 'read', 'update', 'delete', 'list', 'audit']
/** As someone who keeps records that nobody may lose. */
export const keep = ['create', 'read', 'update', 'list', 'audit']
export const look = ['read', 'list']
/** As an auditor: the trail, and nothing of what it is about. */
export const trail = ['audit']
