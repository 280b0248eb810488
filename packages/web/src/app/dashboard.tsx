import { DashboardPage } from '#features/dashboard/dashboard-page.tsx'
import { RecentUsers } from '#features/users/recent-users.tsx'

/** Dashboard with the panel of the users feature. */
export function Dashboard() {
  return <DashboardPage recentUsers={<RecentUsers />} />
}
