/** Routes as in the specification's table (section 2); matched in any letter case. */
export const paths = {
  home: '/',
  signIn: '/signin',
  forgotPassword: '/Forgotpassword',
  oneTimeCode: '/SendOTP',
  resetPassword: '/reset-password',
  privacyPolicy: '/privacy-policy',
  supportPolicy: '/support-policy',
  dashboard: '/dashboard',
  users: '/User',
  notifications: '/Usernotifications',
  profile: '/Myprofile',
  positions: '/Kamasutra',
  categories: '/category',
  subscription: '/subscription',
  settings: '/settings',
  // Not in the table.
  import: '/import',
  trash: '/trash',
  history: '/history',
} as const
