import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { contact, type Policy } from './policy-text.tsx'

const mail = <a href={`mailto:${contact.privacyEmail}`}>{contact.privacyEmail}</a>

const sections: Policy['sections'] = [
  {
    id: 'who-we-are',
    heading: 'Who this policy is from',
    body: (
      <>
        <p>
          This policy covers our mobile app for iOS, which offers coaching by AI chat on intimacy and relationships, and
          the console in which our team looks after it. “We” are the operator of the app; “you” are a person who uses
          it.
        </p>
        <p>We decide how your data is used and are responsible for it. Write to {mail} about anything on this page.</p>
      </>
    ),
  },
  {
    id: 'data-we-collect',
    heading: 'The data we collect',
    body: (
      <>
        <p>We collect what the app needs to work, and nothing to sell:</p>
        <ul>
          <li>
            <strong>Your account:</strong> name, email, age, gender and, if you add one, a profile picture.
          </li>
          <li>
            <strong>Your conversations:</strong> what you write to the coach and what it answers, so that you can go on
            where you stopped.
          </li>
          <li>
            <strong>Your subscription:</strong> the product you bought, when it renews and whether you are in the free
            trial. Never your card number.
          </li>
          <li>
            <strong>Technical data:</strong> app version, kind of device, language, times of use and reports of crashes.
          </li>
        </ul>
        <p>
          What you write about your relationship can be sensitive. We use it to answer you and for nothing else: not for
          advertising, and not to build a profile of you for others. You choose what you share, and the coach works with
          as little as you like.
        </p>
      </>
    ),
  },
  {
    id: 'why-we-use-it',
    heading: 'Why we use it',
    body: (
      <ul>
        <li>To give you the service you signed up for: your account, the coach, the content, your subscription.</li>
        <li>To keep the service safe: to notice misuse, protect accounts and fix faults.</li>
        <li>To answer you when you write to us.</li>
        <li>To keep the records that tax and consumer law require.</li>
      </ul>
    ),
  },
  {
    id: 'ai-providers',
    heading: 'AI providers',
    body: (
      <>
        <p>
          The coach’s answers are written by language models of specialised providers, who process your messages on our
          behalf. We send them your message and the part of the conversation that is needed to answer it; we do not send
          your name, your email or your payment details.
        </p>
        <p>
          Our contracts oblige these providers to use the messages for the answer alone, not to train their models with
          them, and to delete them after the short time needed to detect misuse. Some are outside your country; the
          contracts then carry the safeguards that the law requires.
        </p>
        <p>
          An AI can be wrong. Its answers are not medical, psychological or legal advice, and no substitute for
          emergency services: if you or another person is in danger, call the emergency number of your country.
        </p>
      </>
    ),
  },
  {
    id: 'apple-purchases',
    heading: 'Purchases through Apple',
    body: (
      <>
        <p>
          Subscriptions are bought, renewed and refunded by Apple under its own terms and privacy policy. Apple tells us
          that a purchase was made, which product it was and when it ends. It does not tell us how you paid.
        </p>
        <p>
          A new subscription starts with a free trial of 2 days. It renews automatically at the price shown in the App
          Store unless you cancel at least 24 hours before the current period ends, in the settings of your Apple
          account. Deleting the app or your account with us does not cancel a subscription.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees-it',
    heading: 'Who else sees your data',
    body: (
      <>
        <p>We never sell your data. It is seen by:</p>
        <ul>
          <li>the people of our team who need it to help you or to look after the service;</li>
          <li>the companies that work for us and on our instructions: hosting, email and AI providers;</li>
          <li>authorities, where a law obliges us, and then no more than it obliges us to.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'retention',
    heading: 'How long we keep it',
    body: (
      <>
        <ul>
          <li>Your account and conversations: until you delete them, or your account.</li>
          <li>After you delete your account: gone from our systems within 30 days, from backups within 90.</li>
          <li>Records of purchases: as long as tax law requires, without your conversations.</li>
          <li>Technical logs: at most 90 days.</li>
        </ul>
        <p>An account that has not been used for 24 months is deleted, after an email that says so.</p>
      </>
    ),
  },
  {
    id: 'security',
    heading: 'How we protect it',
    body: (
      <p>
        Data travels encrypted and is stored encrypted. Passwords are kept only as hashes. Access to the console is for
        administrators alone, expires automatically and is logged. Should a breach ever put you at risk, we tell you and
        the authority without delay.
      </p>
    ),
  },
  {
    id: 'your-rights',
    heading: 'Your rights',
    body: (
      <>
        <p>
          You can ask for a copy of your data, have it corrected or deleted, take it elsewhere, object to a use of it,
          and take back a consent at any time. Write to {mail}; we answer within 30 days and charge nothing. You can
          also complain to the data protection authority where you live.
        </p>
        <p>You can delete your account in the app at any time; the deletion then starts automatically.</p>
      </>
    ),
  },
  {
    id: 'children',
    heading: 'Children',
    body: (
      <p>
        The app is for people aged 16 and over. We do not knowingly collect data of anybody younger. If you believe that
        a child has given us data, write to {mail}, and we delete the account and all that belongs to it.
      </p>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes to this policy',
    body: (
      <p>
        When this policy changes, the date at the top changes with it. If a change matters to what you have agreed to,
        we tell you in the app before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: (
      <p>
        For everything about your data: {mail}. For help with the app, see the{' '}
        <Link to={paths.supportPolicy}>support page</Link>.
      </p>
    ),
  },
]

/** The app's privacy policy (specification, section 2; trial and audience: section 9). */
export const privacyPolicy: Policy = {
  title: 'Privacy policy',
  description:
    'Which data our relationship-coaching app holds, why, who else sees it, and how you can have it deleted.',
  lastUpdated: '2026-11-21',
  lead: 'Our app helps people speak about closeness and relationships. That takes trust, so this page says in plain words which data we hold, why, who else sees it, and how you can have it deleted.',
  sections,
}
