import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { PolicyText } from '../src/features/policies/policy-text.tsx'
import { privacyPolicy } from '../src/features/policies/privacy-policy.ts'
import { supportPolicy } from '../src/features/policies/support-policy.ts'
import { paths } from '../src/platform/paths.ts'

/** The public policies as HTML, by path. */
export const policyMarkup = [
  { path: paths.privacyPolicy, policy: privacyPolicy },
  { path: paths.supportPolicy, policy: supportPolicy },
].map(({ path, policy }) => ({
  path,
  title: policy.title,
  description: policy.description,
  html: renderToStaticMarkup(
    <StaticRouter location={path}>
      <PolicyText policy={policy} />
    </StaticRouter>,
  ),
}))
