/** So few digits that the JSON number has exactly them, without any arithmetic: 9.99 stays 9.99. */
export const EXACT_DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/
