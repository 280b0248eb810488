import { DashboardPage } from '#features/dashboard/dashboard-page.tsx'
import { RecentUsers } from '#features/users/recent-users.tsx'

/** The dashboard, with what other features show on it. */
export function Dashboard() {
  return <DashboardPage recentUsers={<RecentUsers />} />
}
