// Generated from openapi/ by `npm run gen`. Do not edit.
export interface AnswerValidator {
  (data: unknown): boolean
  errors: { instancePath: string; message: string }[] | null
}

export const login: AnswerValidator
export const verifyOtp: AnswerValidator
export const getSettings: AnswerValidator
export const listUsers: AnswerValidator
export const listCategories: AnswerValidator
export const saveCategory: AnswerValidator
export const listPositions: AnswerValidator
export const savePosition: AnswerValidator
export const listProducts: AnswerValidator
