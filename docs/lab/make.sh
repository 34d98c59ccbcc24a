#!/usr/bin/env bash
# Makes the reports of this folder: docs/lab/make.sh RESULTS GAMES [REPORT]...
# RESULTS is a folder for the games played; what is there is kept, so that the same command with more GAMES adds to it.
set -euo pipefail
cd "$(dirname "$0")/../.."
results=$1 games=$2
shift 2
mkdir -p "$results"

report() { # REPORT GAME ARGUMENT...
  local name=$1 game=$2
  shift 2
  uv run --no-dev klatsch lab "$game" --games "$games" "$@" --results "$results/$name.jsonl" \
    --out "docs/lab/$name.html" --note "$(cat "docs/lab/$name.txt")"
}

for name in ${@:-coin-age coffee-chess four-armies four-armies-5 chocolate-coin choco choco-3}; do
  case $name in
    coin-age)
      report $name coin-age --bots search:sims=100 --vary map --vary capture_own --vary cover_own --vary move_whose \
        --vary majority ;;
    coffee-chess)
      report $name coffee-chess --bots search:sims=200 --vary white_first_draw --vary black_start --vary bank_end \
        --vary move_amount --vary steal_amount --vary quiet --vary idle_end ;;
    four-armies)
      report $name four-armies --bots search:sims=100 -o armies=human,elf,dwarf,goblin --vary claim --vary advance \
        --vary elf_force --vary berserk_with --vary rounds=50 --vary prisoner_exchange --vary max_five \
        --vary arms_race --vary hero_or_mounted ;;
    four-armies-5)
      report $name four-armies --bots bot:5 --seats 5 --rounds 4 --rungs bot:1,bot:3,bot:5,bot:7 --vary berserk_with \
        --vary rounds=50,200 ;;
    chocolate-coin)
      report $name chocolate-coin --bots search:sims=200 --vary ie_regions --vary bp_regions \
        --vary ops_special_second --vary scoring_turn --vary gift_relay --vary secondary_from ;;
    choco)
      report $name choco --bots search:sims=64 --rounds 4 --vary cover_match --vary neutral --vary contact_unit \
        --vary token_target --vary tie ;;
    choco-3)
      report $name choco --bots search:sims=64 --seats 3 --rounds 2 --vary swap --vary token_target ;;
    *)
      echo "there is no report $name" >&2
      exit 2 ;;
  esac
done
