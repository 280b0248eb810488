import { paths } from '#platform/paths.ts'
import { contact, type Policy } from './policy-text.tsx'

/** The app's privacy policy (specification, section 2; trial and audience: section 9). */
export const privacyPolicy: Policy = {
  title: 'Privacy policy',
  description:
    'Which data our relationship-coaching app holds, why, who else sees it, and how you can have it deleted.',
  lastUpdated: '2026-11-21',
  lead: 'Our app helps people speak about closeness and relationships. That takes trust, so this page says in plain words which data we hold, why, who else sees it, and how you can have it deleted.',
  text: `
## who-we-are: Who this policy is from

This policy covers our mobile app for iOS, which offers coaching by AI chat on intimacy and relationships, and the
console in which our team looks after it. “We” are the operator of the app; “you” are a person who uses it.

We decide how your data is used and are responsible for it. Write to ${contact.privacyEmail} about anything on this page.

## data-we-collect: The data we collect

We collect what the app needs to work, and nothing to sell:

- *Your account:* name, email, age, gender and, if you add one, a profile picture.
- *Your conversations:* what you write to the coach and what it answers, so that you can go on where you stopped.
- *Your subscription:* the product you bought, when it renews and whether you are in the free trial. Never your card
  number.
- *Technical data:* app version, kind of device, language, times of use and reports of crashes.

What you write about your relationship can be sensitive. We use it to answer you and for nothing else: not for
advertising, and not to build a profile of you for others. You choose what you share, and the coach works with as little
as you like.

## why-we-use-it: Why we use it

- To give you the service you signed up for: your account, the coach, the content, your subscription.
- To keep the service safe: to notice misuse, protect accounts and fix faults.
- To answer you when you write to us.
- To keep the records that tax and consumer law require.

## ai-providers: AI providers

The coach’s answers are written by language models of specialised providers, who process your messages on our behalf. We
send them your message and the part of the conversation that is needed to answer it; we do not send your name, your
email or your payment details.

Our contracts oblige these providers to use the messages for the answer alone, not to train their models with them, and
to delete them after the short time needed to detect misuse. Some are outside your country; the contracts then carry the
safeguards that the law requires.

An AI can be wrong. Its answers are not medical, psychological or legal advice, and no substitute for emergency
services: if you or another person is in danger, call the emergency number of your country.

## apple-purchases: Purchases through Apple

Subscriptions are bought, renewed and refunded by Apple under its own terms and privacy policy. Apple tells us that a
purchase was made, which product it was and when it ends. It does not tell us how you paid.

A new subscription starts with a free trial of 2 days. It renews automatically at the price shown in the App Store
unless you cancel at least 24 hours before the current period ends, in the settings of your Apple account. Deleting the
app or your account with us does not cancel a subscription.

## who-sees-it: Who else sees your data

We never sell your data. It is seen by:

- the people of our team who need it to help you or to look after the service;
- the companies that work for us and on our instructions: hosting, email and AI providers;
- authorities, where a law obliges us, and then no more than it obliges us to.

## retention: How long we keep it

- Your account and conversations: until you delete them, or your account.
- After you delete your account: gone from our systems within 30 days, from backups within 90.
- Records of purchases: as long as tax law requires, without your conversations.
- Technical logs: at most 90 days.

An account that has not been used for 24 months is deleted, after an email that says so.

## security: How we protect it

Data travels encrypted and is stored encrypted. Passwords are kept only as hashes. Access to the console is for
administrators alone, expires automatically and is logged. Should a breach ever put you at risk, we tell you and the
authority without delay.

## your-rights: Your rights

You can ask for a copy of your data, have it corrected or deleted, take it elsewhere, object to a use of it, and take
back a consent at any time. Write to ${contact.privacyEmail}; we answer within 30 days and charge nothing. You can also
complain to the data protection authority where you live.

You can delete your account in the app at any time; the deletion then starts automatically.

## children: Children

The app is for people aged 16 and over. We do not knowingly collect data of anybody younger. If you believe that a child
has given us data, write to ${contact.privacyEmail}, and we delete the account and all that belongs to it.

## changes: Changes to this policy

When this policy changes, the date at the top changes with it. If a change matters to what you have agreed to, we tell
you in the app before it takes effect.

## contact: Contact

For everything about your data: ${contact.privacyEmail}. For help with the app, see the [support page](${paths.supportPolicy}).
`,
}
