// Words of bash for the ends of forwarded connections, ahead of a case's script.
const words = `
trap 'kill $(jobs -p) 2>/dev/null' EXIT
# A server: what it runs for each connection, where it listens. Sets $port.
serve() {
  rm -f .served
  socat -d -d -t20 "\${2:-TCP-LISTEN:0,bind=127.0.0.1},fork,backlog=512" SYSTEM:"$1" >/dev/null 2>.served &
  server=$!
  until grep -qs 'listening on' .served; do sleep 0.02; done
  port=$(sed -nE 's/.*listening on AF=[0-9]+ .*:([0-9]+)$/\\1/p' .served)
}
# A port that nobody has, nor is given meanwhile: below those that the system chooses from.
free() {
  while mine_=$((RANDOM % 12000 + 20000)); do [ -z "$(ss -tanH "sport = :$mine_")" ] && echo $mine_ && return; done
}
# A client: sends its input, ends, and shows what comes back.
ask() { timeout 20 socat -t20 - "$1" 2>/dev/null; }
# A connection in the background that forwards; what its client says is in log.
forward() { ssh -MNf -S s -E log -o ExitOnForwardFailure=yes "$@"; }
over() {
  ssh -S s -O exit device 2>/dev/null
  while [ -S s ]; do sleep 0.02; done
}
# What was said, with these ports and channels by one name.
said() {
  for mine in "$@"; do sed -i -E "s/\\\\b$mine\\\\b/PORT/g" log; done
  sed -E 's/channel [0-9]+/channel N/; s/\\r$//' log
  rm log
}
# Until it has said so.
told() { for i in $(seq 1 400); do grep -qs "$1" log && return; sleep 0.02; done; echo "never said: $1"; }
# Until it is so; tells when it never is.
await() { for i in $(seq 1 400); do eval "$1" 2>/dev/null && return; sleep 0.02; done; echo "never: $1"; }
listens() { [ -n "$(ss -tlnH "sport = :$1")" ]; }
# The port that the far side chose.
chosen() { told 'Allocated port'; sed -nE 's/^Allocated port ([0-9]+) .*/\\1/p' log | tail -n 1; }
numbers() { seq 1 700000 | head -c 4000000; }
`

/** What `script` leaves behind is compared; servers of its own end with it. */
export const withEnds = (script: string): string => `${words}\n${script}\nrm -f .served`
