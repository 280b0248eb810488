import { Mail, Phone } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { contact, type Policy } from './policy-text.tsx'
import styles from './policy-page.module.css'

const sections: Policy['sections'] = [
  {
    id: 'contact',
    heading: 'Contact us',
    body: (
      <>
        <dl className={styles['cards']}>
          <div>
            <dt>
              <Mail />
              Email
            </dt>
            <dd>
              <a href={`mailto:${contact.supportEmail}`}>{contact.supportEmail}</a>
              <p>We reply within 24-48 hours.</p>
            </dd>
          </div>
          <div>
            <dt>
              <Phone />
              Phone
            </dt>
            <dd>
              <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>{contact.phone}</a>
              <p>Monday to Friday, 9-5 EST.</p>
            </dd>
          </div>
        </dl>
        <p>
          We can help fastest if you tell us your device, the version of the app and what you saw. Please leave out
          passwords and one-time codes: our team never asks for them.
        </p>
      </>
    ),
  },
  {
    id: 'subscription',
    heading: 'Subscription and free trial',
    body: (
      <>
        <p>
          Each subscription starts with a free trial of 2 days and then renews automatically. Apple takes the payment;
          you can cancel at any time, at least 24 hours before the current period ends.
        </p>
        <ul>
          <li>
            <strong>To cancel:</strong> open Settings on your iPhone, tap your name, then Subscriptions, and choose our
            app.
          </li>
          <li>
            <strong>To get a refund:</strong> ask Apple, who took the payment. We cannot give money back for purchases
            in the App Store.
          </li>
          <li>
            <strong>To use it on a new phone:</strong> sign in with the same account and choose “Restore purchases”.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'account',
    heading: 'Your account',
    body: (
      <ul>
        <li>
          <strong>Forgotten password:</strong> choose “Forgot password” when you sign in. We send a code to your email.
        </li>
        <li>
          <strong>No code in your mailbox:</strong> look in the spam folder, wait a minute and ask for a new one. Only
          the newest code is valid, for ten minutes.
        </li>
        <li>
          <strong>Delete your account:</strong> in the app’s settings, or by an email to us from the address of your
          account.
        </li>
      </ul>
    ),
  },
  {
    id: 'who-it-is-for',
    heading: 'Who the app is for',
    body: (
      <p>
        The app is for people aged 16 and over. The coach is an AI: it listens and suggests, but it is not a doctor or
        therapist. In an emergency, call the emergency number of your country.
      </p>
    ),
  },
  {
    id: 'administrators',
    heading: 'For administrators',
    body: (
      <p>
        If you cannot get into this console, use <Link to={paths.forgotPassword}>forgot your password?</Link> first. If
        that does not help, ask another administrator or the operator of the server.
      </p>
    ),
  },
  {
    id: 'privacy',
    heading: 'Privacy',
    body: (
      <p>
        Which data we hold, and how you can have it deleted, is in our{' '}
        <Link to={paths.privacyPolicy}>privacy policy</Link>.
      </p>
    ),
  },
]

/** The support page (specification, section 2: contact details are placeholders; trial and audience: section 9). */
export const supportPolicy: Policy = {
  title: 'Support',
  description:
    'How to reach us about our relationship-coaching app, when to expect an answer, and what people ask most.',
  lead: 'We are glad to help. Here is how to reach us, when to expect an answer, and what people ask most.',
  sections,
}
