#!/usr/bin/env bash
# Makes the reports of this folder: docs/lab/make.sh RESULTS GAMES [GAME]...
# RESULTS is a folder for the games played; what is there is kept, so that the same command with more GAMES adds to it.
set -euo pipefail
cd "$(dirname "$0")/../.."
results=$1 games=$2
shift 2
mkdir -p "$results"

report() { # GAME ROUNDS ARGUMENT...
  local game=$1 rounds=$2
  shift 2
  uv run klatsch lab "$game" --games "$games" --rounds "$rounds" "$@" --results "$results/$game.jsonl" \
    --out "docs/lab/$game.html" --note "$(cat "docs/lab/$game.txt")"
}

for game in "${@:-coin-age coffee-chess four-armies chocolate-coin choco}"; do
  for name in $game; do
    case $name in
      coin-age)
        report coin-age 3 --bots search:sims=100 --vary map --vary capture_own --vary cover_own --vary move_whose \
          --vary majority ;;
      coffee-chess)
        report coffee-chess 2 --bots search:sims=100 --vary white_first_draw --vary bank_end --vary move_amount \
          --vary steal_amount --vary quiet ;;
      four-armies)
        report four-armies 4 --bots search:sims=60 -o armies=human,elf,dwarf,goblin --vary claim --vary advance \
          --vary elf_force --vary berserk_with ;;
      chocolate-coin)
        report chocolate-coin 3 --bots search:sims=30 --vary ie_regions --vary bp_regions --vary ops_special_second \
          --vary scoring_turn --vary gift_relay --vary secondary_from ;;
      choco)
        report choco 1 --bots search:sims=16 --vary cover_match --vary neutral --vary contact_unit --vary token_target \
          --vary tie ;;
    esac
  done
done
