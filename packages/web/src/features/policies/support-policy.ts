import { paths } from '#platform/paths.ts'
import { contact, type Policy } from './policy-text.tsx'

/** The support page (specification, section 2: contact details are placeholders; trial and audience: section 9). */
export const supportPolicy: Policy = {
  title: 'Support',
  description:
    'How to reach us about our relationship-coaching app, when to expect an answer, and what people ask most.',
  lead: 'We are glad to help. Here is how to reach us, when to expect an answer, and what people ask most.',
  text: `
## contact: Contact us

- *Email:* ${contact.supportEmail}. We reply within 24-48 hours.
- *Phone:* ${contact.phone}. Monday to Friday, 9-5 EST.

We can help fastest if you tell us your device, the version of the app and what you saw. Please leave out passwords and
one-time codes: our team never asks for them.

## subscription: Subscription and free trial

Each subscription starts with a free trial of 2 days and then renews automatically. Apple takes the payment; you can
cancel at any time, at least 24 hours before the current period ends.

- *To cancel:* open Settings on your iPhone, tap your name, then Subscriptions, and choose our app.
- *To get a refund:* ask Apple, who took the payment. We cannot give money back for purchases in the App Store.
- *To use it on a new phone:* sign in with the same account and choose “Restore purchases”.

## account: Your account

- *Forgotten password:* choose “Forgot password” when you sign in. We send a code to your email.
- *No code in your mailbox:* look in the spam folder, wait a minute and ask for a new one. Only the newest code is
  valid, for ten minutes.
- *Delete your account:* in the app’s settings, or by an email to us from the address of your account.

## who-it-is-for: Who the app is for

The app is for people aged 16 and over. The coach is an AI: it listens and suggests, but it is not a doctor or
therapist. In an emergency, call the emergency number of your country.

## administrators: For administrators

If you cannot get into this console, use [forgot your password?](${paths.forgotPassword}) first. If that does not help,
ask another administrator or the operator of the server.

## privacy: Privacy

Which data we hold, and how you can have it deleted, is in our [privacy policy](${paths.privacyPolicy}).
`,
}
