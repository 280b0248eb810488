import { useEffect, useRef, useState } from 'react'
import { Box, Text, useInput } from 'ink'

/** A question before something that cannot be taken back. */
export interface ConfirmQuestion {
  /** What is affected: sentences, and below them indented names, which are cut to the width. */
  lines: readonly string[]
  prompt: string
  /** What has to be typed to agree; y is enough when undefined. */
  typed?: string
}

export type ConfirmAnswer = 'yes' | 'no' | 'interrupted'

interface ConfirmProps {
  question: ConfirmQuestion
  onAnswer: (answer: ConfirmAnswer) => void
}

/** No is the answer to Enter and Escape; nothing agrees by accident. */
export function Confirm({ question, onAnswer }: ConfirmProps) {
  // Keys may come faster than frames are drawn, so what was typed is not read from the last frame.
  const draft = useRef('')
  const [shown, setShown] = useState('')
  const [answer, setAnswer] = useState<ConfirmAnswer>()
  // After the answer has been drawn, so that it stays on the screen.
  useEffect(() => {
    if (answer) onAnswer(answer)
  }, [answer, onAnswer])
  const settle = (given: ConfirmAnswer) => setAnswer((before) => before ?? given)
  const edit = (text: string) => {
    draft.current = text
    setShown(text)
  }

  useInput(
    (input, key) => {
      if (key.ctrl && input === 'c') return settle('interrupted')
      if (key.escape || (key.ctrl && input === 'd')) return settle('no')
      // Keys that come together are one input, the Enter among them.
      if (question.typed === undefined) {
        const word = input.toLowerCase().trimEnd()
        if (word === 'y' || word === 'yes') settle('yes')
        else if (word === 'n' || key.return || /[\r\n]/.test(input)) settle('no')
        return
      }
      if (key.backspace || key.delete) return edit(draft.current.slice(0, -1))
      // A letter is a part of the answer: `no, not -1` is not the number 1.
      edit((draft.current + input.replaceAll(/\p{Cc}/gu, '')).slice(0, question.typed.length + 1))
      if (key.return || /[\r\n]/.test(input)) settle(draft.current === question.typed ? 'yes' : 'no')
    },
    { isActive: answer === undefined },
  )

  return (
    <Box flexDirection="column">
      {question.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines are fixed for the life of the question
        <Text key={index} wrap={line.startsWith(' ') ? 'truncate-end' : 'wrap'}>
          {line}
        </Text>
      ))}
      <Text>
        <Text bold>{question.prompt}</Text> {question.typed === undefined ? <Text dimColor>(y/N) </Text> : null}
        {answer === undefined || question.typed !== undefined ? shown : answer}
      </Text>
    </Box>
  )
}
