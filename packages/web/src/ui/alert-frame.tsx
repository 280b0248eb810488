import { onDemand } from './on-demand.tsx'

/** The frame of a question that has to be answered before anything else; what draws it is loaded with the first one. */
export const AlertFrame = onDemand(async () => (await import('./alert-dialog.tsx')).AlertDialog)
