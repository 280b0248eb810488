/** Says how long the server wants to be left alone; nothing when `seconds` is 0. Not read out at every second. */
export function WaitText({ seconds }: { seconds: number }) {
  return seconds > 0 && <span aria-live="off">{` You can try again in ${inWords(seconds)}.`}</span>
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
