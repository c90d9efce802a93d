#!/bin/sh
# A bot for the Vault that guesses `lower`, and behaves as its first argument says. The second one is a file it may
# write to.
way=$1
file=$2
decisions=0

case $way in
    crash-at-start) echo "no licence found" >&2; exit 3 ;;
    mute) exec sleep 1000 ;;
    log) file=$file.$$ ;;
esac

while read -r word rest; do
    case $way in
        log) echo "$word $rest" >>"$file" ;;
        slow) sleep 0.01 ;;
    esac
    case $word in
        heist-bot)
            case $way in
                wrong-greeting) echo "hello" ;;
                old) echo "error I speak version 0"; exit 1 ;;
            esac
            printf 'name %s\nauthor the tests\nready\n' "$way"
            ;;
        game)
            case $way in
                crash-at-game) exit 5 ;;
                once) [ -n "$begun" ] && exit 8; begun=yes ;;
                strays*)
                    # The parent ends, and the child is in a session of its own.
                    (setsid sh -c 'echo $$ >"$1"; exec sleep 1000' sh "$file" </dev/null >/dev/null 2>&1 &)
                    while [ ! -s "$file" ]; do sleep 0.01; done ;;
                breeds) sleep 1000 </dev/null >/dev/null 2>&1 & echo $! >"$file" ;;
            esac
            echo ready
            ;;
        decide)
            decisions=$((decisions + 1))
            case $way in
                crash) echo "first line" >&2; echo "ValueError: no idea" >&2; exit 4 ;;
                sometimes) [ $((decisions % 7)) = 0 ] && exit 6 ;;
                killed) kill -KILL $$ ;;
                strays-and-hangs) sleep 1000 ;;
                hang) sleep 1000 & echo $! >"$file"; wait ;;
                garbage) echo "I would say lower" ;;
                escapes) printf 'play \033[2J\n'; continue ;;
                binary) printf '\377\376\n' ;;
                illegal) echo "play sideways"; continue ;;
                left-out) echo "play below"; continue ;;
                empty) echo "play"; continue ;;
                flood) while :; do echo "info still thinking"; done ;;
                closes) exec >&-; sleep 1000 ;;
                long) head -c 100000 /dev/zero | tr '\0' x ;;
                twice) echo "play lower" ;;
                gives-up) echo "error out of ideas" ;;
                chatty) printf '# a comment\n\ninfo 50%% for lower\r\n' ;;
                noisy) head -c 300000 /dev/zero | tr '\0' x >&2 ;;
                thoughtful)
                    # By everything it is told.
                    set -- $(echo "$rest" | cksum)
                    [ $(($1 % 2)) = 0 ] && echo "play higher" && continue
                    ;;
            esac
            echo "play lower"
            ;;
        quit)
            case $way in
                log) echo "left" >>"$file" ;;
                stays) sleep 1000 ;;
            esac
            exit 0
            ;;
    esac
done
