/** The routes of the specification's table (section 2), which match in any letter case. */
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
  // The specification's table does not have these.
  import: '/import',
  trash: '/trash',
  history: '/history',
} as const
