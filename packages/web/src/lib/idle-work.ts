/** Small enough to be done between two frames. */
const PIECE = 500

/** Does work piece by piece while the browser has nothing else to do. Returns the way to stop. */
export function prepareWhenIdle(work: (count: number) => boolean): () => void {
  // Safari has no idle callbacks; there a task of its own has to do.
  if (!('requestIdleCallback' in window)) {
    const timer = setInterval(() => {
      if (!work(PIECE)) clearInterval(timer)
    })
    return () => clearInterval(timer)
  }
  let handle = requestIdleCallback(run)
  function run(deadline: IdleDeadline) {
    let more = true
    while (more && deadline.timeRemaining() > 1) more = work(PIECE)
    if (more) handle = requestIdleCallback(run)
  }
  return () => cancelIdleCallback(handle)
}
