import { DashboardPage } from '#features/dashboard/dashboard-page.tsx'
import { RecentUsers } from '#features/users/recent-users.tsx'

/** Puts the panel of recent users into the dashboard, because features never import one another. */
export function Dashboard() {
  return <DashboardPage recentUsers={<RecentUsers />} />
}
