// What everybody in front of a terminal is told when the server stops.

const within = (seconds: number): string =>
  seconds < 1 ? 'now' : `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Two lines that fit 80 columns, on lines of their own wherever the cursor stands. */
export const stoppingText = (drainSeconds: number): string =>
  [
    '',
    `Sshore: the server is stopping and closes this terminal ${within(drainSeconds)}.`,
    'What runs in it on the device ends; what tmux, screen or nohup keeps goes on.',
    '',
  ].join('\n')
