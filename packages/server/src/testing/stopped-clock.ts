/** A clock that moves only by `advance` of the test server. */
export const stoppedClock = () => new Date('2026-11-21T10:00:00Z')
