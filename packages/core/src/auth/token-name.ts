import * as z from 'zod/mini'
import { requiredText } from '../text/text-input.ts'

/** The name of an API token, which the audit log prints. */
export const tokenNameInput = z.object({ name: requiredText('Please enter a name.', 100) })
